import type { CallApi } from '../driver/index.ts'
import { seededRandom } from '../random/index.ts'
import { claims, type DemoClaim } from './demo-claims.ts'
import { notes } from './demo-shop.ts'
import { divideDay } from './divide-day.ts'
import type { Callers, Made } from './make-media.ts'
import { type AdPlan, daysUntil, planAds, planDay } from './plan-results.ts'

const DAYS = 30
/** Two agents read the same figures of these ads from the platform. */
const SEEN_TWICE = [1, 11]
/** One ad was withheld from a third of the people for two weeks. */
const TESTED = 1
const TEST_DAYS = 14
const lift = { testPeople: 24_000, controlPeople: 12_000, testConversions: 96, controlConversions: 33 }

/** `advertised`: what runs as an ad, oldest first. `latest`: made last, of which nobody reports rows. */
type Month = { advertised: Made[]; latest: Made | undefined }

type Results = {
  ads: AdPlan[]
  media: Made[]
  days: string[]
  seed: number
  now: Date
  /** Read by a second agent, a moment later. */
  isSecond?: boolean
}

/**
 * Reports the last 30 days of the ads, each from the day after its picture was made, claims about some of
 * them, and the owner's notes. Started again on a later day, it adds the days since; claims and notes are
 * written once.
 */
export async function reportResults(
  callers: Callers,
  { advertised: media, latest }: Month,
  seed: number,
): Promise<void> {
  const now = new Date()
  const days = daysUntil(now, DAYS)
  const ads = planAds(
    media.map(({ createdAt }) => firstDay(createdAt, days)),
    seed,
  )
  const results = { ads, media, days, seed, now }
  for (const at of ads.keys()) {
    await reportRows(callers.night, at, results)
    if (SEEN_TWICE.includes(at)) await reportRows(callers.video, at, { ...results, isSecond: true })
  }
  const { notes: known } = await callers.night('GET', '/api/agent/knowledge/notes')
  if (known.length > 0) return
  for (const one of claims) await claim(callers[one.by], one, results, latest)
  await writeNotes(callers.owner)
}

/** The day after it was made; of media that are of today, the first day of all. */
function firstDay(createdAt: string, days: string[]): string {
  const made = createdAt.slice(0, 10)
  return days.find((day) => day > made) ?? (days[0] as string)
}

async function reportRows(
  call: CallApi,
  at: number,
  { ads, media, days, seed, now, isSecond = false }: Results,
): Promise<void> {
  const plan = ads[at] as AdPlan
  const kind = { currency: 'EUR', conversionType: 'purchase', attribution: '7d_click', objective: 'sales' }
  const body = {
    idempotencyKey: `${plan.ad}-${seed}-${days.at(-1)}${isSecond ? '-second' : ''}`,
    kind: 'observation',
    generatedMediaId: media[at]?.id,
    platformAdId: plan.ad,
    campaignName: plan.campaign,
    // A replay must send the same body, so the time of reading is that of the day.
    rows: daysOf(plan, days).map((day, no) => ({
      ...dividedDay(plan, day, seed),
      ...kind,
      ...(at === TESTED && no === TEST_DAYS - 1 && { liftTest: { since: plan.since, ...lift } }),
      fetchedAt: `${now.toISOString().slice(0, 10)}T00:00:0${isSecond ? 1 : 0}.000Z`,
    })),
  }
  await call('POST', '/api/agent/reports', { body })
}

function dividedDay(plan: AdPlan, day: string, seed: number) {
  const sums = planDay(plan, day, seed)
  return { ...sums, breakdowns: divideDay(sums, seed, plan.ad, day) }
}

const daysOf = ({ since }: AdPlan, days: string[]): string[] => days.filter((day) => day >= since)

async function claim(
  call: CallApi,
  { ad: at, days: length, factor, conversionType = 'purchase', note }: DemoClaim,
  { ads, days, seed }: Results,
  unreported: Made | undefined,
): Promise<void> {
  const plan = ads[at ?? 0] as AdPlan
  const ad = at === undefined ? 'demo-ad-new' : plan.ad
  const window = daysOf(plan, days).slice(-length)
  const rows = window.map((day) => planDay(plan, day, seed))
  const sum = (field: 'spend' | 'revenue' | 'conversions') =>
    rows.reduce((total, row) => total + row[field], 0)
  const value = (sum('revenue') / sum('spend')) * factor * seededRandom('claim', seed, ad).float(0.98, 1.02)
  const body = {
    idempotencyKey: `claim-${ad}-${length}-${seed}-${days.at(-1)}`,
    kind: 'claim',
    platformAdId: ad,
    ...(at === undefined && { generatedMediaId: unreported?.id }),
    metric: 'roas',
    value: Math.max(0.01, Math.round(value * 100) / 100),
    windowStart: window[0],
    windowEnd: window.at(-1),
    conversions: sum('conversions'),
    conversionType,
    attribution: '7d_click',
    ...(note && { note }),
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
  for (const text of notes) await owner('POST', '/api/agent/knowledge/notes', { body: { text } })
}
