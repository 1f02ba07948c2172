import type { TestClient, TestUser } from '../use-system.ts'

type Subject = { generatedMediaId?: string; platformAdId?: string; productId?: string; campaignName?: string }
type Series = { currency?: string; attribution?: string; conversionType?: string }
type Sums = { spend: number; conversions: number; revenue: number }

const DAYS = 4
/** Older than three days, so that no row is counted at half weight. */
const NEWEST_AGE = 4

/** The UTC day that many days ago. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Reports these sums for an ad, spread evenly over four days of last week; in EUR unless said otherwise. */
export async function makeResults(
  { call }: TestClient,
  { apiKey }: TestUser,
  subject: Subject,
  { spend, conversions, revenue, ...series }: Sums & Series,
): Promise<void> {
  const rows = Array.from({ length: DAYS }, (_, i) => ({
    day: daysAgo(NEWEST_AGE + i),
    currency: 'EUR',
    spend: spend / DAYS,
    impressions: 5_000,
    clicks: 60,
    conversions: conversions / DAYS,
    conversionType: 'purchase',
    revenue: revenue / DAYS,
    attribution: '7d_click',
    objective: 'OUTCOME_SALES',
    fetchedAt: new Date().toISOString(),
    ...series,
  }))
  const body = {
    idempotencyKey: JSON.stringify({ ...subject, ...series }),
    kind: 'observation',
    ...subject,
    rows,
  }
  const answer = await call('POST', '/api/agent/reports', { key: apiKey, body })
  if (answer.status !== 201)
    throw new Error(`a report was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
