import type { ReportAnswer } from '@atelier/contract'
import { createKey } from '../../src/access/identity/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import type { Reply, TestClient, TestUser } from '../use-system.ts'

type AnyReportAnswer = ReportAnswer & Record<string, unknown>
type Fields = Record<string, unknown>

/** One day of an ad, fetched at the end of that day. */
export const row = (day: string, change: Fields = {}): Fields => ({
  day,
  currency: 'EUR',
  spend: 40.5,
  impressions: 4_000,
  clicks: 60,
  conversions: 3,
  conversionType: 'purchase',
  revenue: 121.25,
  attribution: '7d_click',
  objective: 'OUTCOME_SALES',
  fetchedAt: `${day}T23:59:59Z`,
  ...change,
})

let reportCount = 0

/** A report of observed rows, with a new idempotency key. */
export const observation = (rows: Fields[], change: Fields = {}): Fields => ({
  idempotencyKey: `report ${++reportCount}`,
  kind: 'observation',
  platformAdId: '120210',
  rows,
  ...change,
})

/** A report of a claim, with a new idempotency key. */
export const claim = (change: Fields = {}): Fields => ({
  idempotencyKey: `report ${++reportCount}`,
  kind: 'claim',
  platformAdId: '120210',
  metric: 'roas',
  value: 4.5,
  windowStart: '2026-11-01',
  windowEnd: '2026-11-07',
  ...change,
})

/** Sends a report and returns the answer, whatever its status. */
export const send = (
  { call }: TestClient,
  { apiKey }: { apiKey: string },
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<AnyReportAnswer>> => call('POST', '/api/agent/reports', { key: apiKey, body, headers })

/** Another key of the same user, which counts as another source. */
export async function secondKey(db: Db, { id }: TestUser): Promise<{ apiKey: string; keyId: string }> {
  const { key, secret } = await createKey(db, id, { name: 'second' })
  return { apiKey: secret, keyId: key.id }
}

type Series = {
  id: string
  evidence: string
  currency: string | null
  days: number
  spend: number
  revenue: number
  superseded_by: string | null
  first_day: string | null
  last_day: string | null
}

/** All series of a user, by ad and then by currency. */
export const seriesOf = (db: Db, { id }: TestUser): Promise<Series[]> =>
  db.rows<Series>(
    `select s.id, evidence, currency, days, spend::float8, revenue::float8, superseded_by,
       first_day::text, last_day::text
     from series s join memories m on m.id = memory_id where user_id = $1
     order by ad_id, currency nulls first`,
    [id],
  )

export type StoredRow = {
  day: string
  spend: number
  is_current: boolean
  platform_ad_id: string | null
  media_id: string | null
}

/** All stored rows of a user, superseded ones included, by day. */
export const rowsOf = (db: Db, { id }: TestUser): Promise<StoredRow[]> =>
  db.rows<StoredRow>(
    `select day::text, spend::float8, is_current, platform_ad_id, media_id
     from observations o join memories m on m.id = o.memory_id join ads a on a.id = o.ad_id
     where user_id = $1 order by o.day, o.id`,
    [id],
  )
