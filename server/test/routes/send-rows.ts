import type { Report, ReportRow } from '@atelier/contract'
import type { TestClient, TestUser } from '../use-system.ts'
import { daysAgo } from './make-results.ts'

type Key = Pick<TestUser, 'apiKey'>
type Fields = Record<string, unknown>

let reportCount = 0

async function send({ call }: TestClient, { apiKey }: Key, body: Fields): Promise<Report> {
  const answer = await call('POST', '/api/agent/reports', {
    key: apiKey,
    body: { idempotencyKey: `report ${++reportCount}`, ...body },
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.report
}

/** A row dated `daysBack` days ago: sales objective, euros, enough impressions for every threshold. */
export const rowOf = (daysBack: number, row: Partial<ReportRow>): ReportRow => ({
  day: daysAgo(daysBack),
  currency: 'EUR',
  spend: 0,
  impressions: 5_000,
  clicks: 60,
  conversions: 0,
  conversionType: 'purchase',
  revenue: 0,
  attribution: '7d_click',
  objective: 'sales',
  fetchedAt: new Date().toISOString(),
  ...row,
})

/** Reports observed rows and returns the accepted report. */
export const sendRows = (
  testClient: TestClient,
  user: Key,
  subject: Fields,
  rows: ReportRow[],
): Promise<Report> => send(testClient, user, { kind: 'observation', ...subject, rows })

/** A claim about the days that `spread` uses, unless `claim` sets another window. */
export const sendClaim = (testClient: TestClient, user: Key, claim: Fields): Promise<Report> =>
  send(testClient, user, {
    kind: 'claim',
    metric: 'roas',
    windowStart: daysAgo(8),
    windowEnd: daysAgo(5),
    ...claim,
  })

/** Results spread evenly over four days of last week. */
export const spread = (results: Results, row: Partial<ReportRow> = {}): ReportRow[] =>
  [5, 6, 7, 8].map((daysBack) =>
    rowOf(daysBack, {
      spend: results.spend / 4,
      conversions: results.conversions / 4,
      revenue: results.revenue / 4,
      ...row,
    }),
  )

type Results = { spend: number; conversions: number; revenue: number }

/** Rows of this many days ago weigh one half in estimates: their day ended 30 days ago. */
export const HALF_LIFE = 31

/**
 * Results of one more ad, without ingredients, that give the comparison group the baseline of every worked
 * example: one order per 25 spent, worth 50, so a ROAS of 2. `others` are the results of all other ads.
 */
export function restOfGroup(others: Results[]): Results {
  const total = (name: keyof Results) => others.reduce((sum, one) => sum + one[name], 0)
  const conversions = 1_000
  const all = conversions + total('conversions')
  return { conversions, spend: 25 * all - total('spend'), revenue: 50 * all - total('revenue') }
}
