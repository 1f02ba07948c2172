import type { CallApi } from '../driver/index.ts'
import { seededRandom } from '../random/index.ts'
import { notes } from './demo-shop.ts'
import type { Callers } from './make-media.ts'
import { type AdPlan, daysUntil, planAds, planDay } from './plan-results.ts'

const DAYS = 30
const ADS = 12
/** What an agent reads from the platform and what it says differ, one agent more than the other. */
const OVERSTATED = { night: 1.6, day: 1.05 }

/**
 * Reports the last 30 days of twelve ads, claims about some of them, and the owner's notes. Started again on
 * a later day, it adds the days since; claims and notes are written once.
 */
export async function reportResults(callers: Callers, mediaIds: string[], seed: number): Promise<void> {
  const now = new Date()
  const days = daysUntil(now, DAYS)
  const ads = planAds(ADS, seed)
  for (const [at, plan] of ads.entries())
    await reportRows(callers.night, plan, {
      mediaId: mediaIds[at % mediaIds.length] as string,
      days,
      seed,
      now,
    })
  const { notes: known } = await callers.night('GET', '/api/agent/knowledge/notes')
  if (known.length > 0) return
  for (const [at, note] of notes.claims.entries()) {
    const by = at % 2 === 0 ? 'night' : 'day'
    await claim(callers[by], ads[at * 2] as AdPlan, {
      note,
      days: days.slice(-14),
      factor: OVERSTATED[by],
      seed,
    })
  }
  await writeNotes(callers.owner)
}

type Rows = { mediaId: string; days: string[]; seed: number; now: Date }

async function reportRows(call: CallApi, plan: AdPlan, { mediaId, days, seed, now }: Rows): Promise<void> {
  const kind = { currency: 'EUR', conversionType: 'purchase', attribution: '7d_click', objective: 'sales' }
  const body = {
    idempotencyKey: `${plan.ad}-${seed}-${days.at(-1)}`,
    kind: 'observation',
    generatedMediaId: mediaId,
    platformAdId: plan.ad,
    campaignName: plan.campaign,
    // A replay must send the same body, so the time of reading is that of the day.
    rows: days.map((day) => ({
      ...planDay(plan, day, seed),
      ...kind,
      fetchedAt: `${now.toISOString().slice(0, 10)}T00:00:00.000Z`,
    })),
  }
  await call('POST', '/api/agent/reports', { body })
}

type Claim = { note: string; days: string[]; factor: number; seed: number }

async function claim(call: CallApi, plan: AdPlan, { note, days, factor, seed }: Claim): Promise<void> {
  const rows = days.map((day) => planDay(plan, day, seed))
  const sum = (field: 'spend' | 'revenue' | 'conversions') =>
    rows.reduce((total, row) => total + row[field], 0)
  const value =
    (sum('revenue') / sum('spend')) * factor * seededRandom('claim', seed, plan.ad).float(0.95, 1.05)
  const body = {
    idempotencyKey: `claim-${plan.ad}-${seed}-${days.at(-1)}`,
    kind: 'claim',
    platformAdId: plan.ad,
    metric: 'roas',
    value: Math.max(0.01, Math.round(value * 100) / 100),
    windowStart: days[0],
    windowEnd: days.at(-1),
    conversions: sum('conversions'),
    conversionType: 'purchase',
    attribution: '7d_click',
    note,
  }
  await call('POST', '/api/agent/reports', { body })
}

/** The owner's own notes, and a review of two that agents wrote; the others wait. */
async function writeNotes(owner: CallApi): Promise<void> {
  const pending = await owner('GET', '/api/owner/live/notes?review=pending')
  for (const [at, action] of ['accept', 'reject'].entries()) {
    const id = pending.notes[at]?.id
    if (id) await owner('POST', `/api/agent/knowledge/notes/${id}/review`, { body: { action } })
  }
  for (const text of notes.owner) await owner('POST', '/api/agent/knowledge/notes', { body: { text } })
}
