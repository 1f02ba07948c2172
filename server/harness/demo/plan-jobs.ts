import { seededRandom } from '../random/index.ts'

/** Who orders: three agents with keys of their own, and the owner by hand. */
export type By = 'night' | 'video' | 'shop' | 'owner'

export type PlannedJob = {
  /** A part of its clientRef: the same in every start. */
  name: string
  by: By
  at: Date
  n?: 1 | 2 | 4
  seconds?: 6 | 10 | 15
  model: string
  /** What has become of it when the demo begins. `stalled` ends in the past, `open` is not done yet. */
  end: 'completed' | 'failed' | 'stalled' | 'open'
  /** The number of its product in the shop. */
  product: number
  /** Whether what came of it runs as an ad. */
  hasAd: boolean
}

/** So long a job may take before it is stalled. */
export const WINDOW_MS = 1_800_000

/** `ago`: how many hours before the start. */
type Line = { by: By; ago: number; n?: 2 | 4; seconds?: 6 | 10 | 15; end?: PlannedJob['end']; model?: string }

/** How far back the work begins. */
export const HISTORY_DAYS = 30
const DAY_HOURS = 24
const HOUR_MS = 3_600_000
const DAY_MS = DAY_HOURS * HOUR_MS
/** The window of a stalled job has closed: no refund stands in the future, also right after midnight. */
const STALLED_MS = WINDOW_MS + 60_000
/** Most of the shop is about its first product. */
const PRODUCTS = [0, 0, 1, 0, 2, 0, 0, 1, 0, 2]

/** The last day: what the lanes of Home show. The videos are all of one UTC day, because ceilings are. */
const LAST_DAY: Line[] = [
  { by: 'shop', ago: 14.2 },
  { by: 'video', ago: 13.4, seconds: 6 },
  { by: 'shop', ago: 12.6 },
  { by: 'night', ago: 11.5, n: 2 },
  { by: 'night', ago: 9.9, end: 'failed', model: 'simulator/moderated' },
  { by: 'video', ago: 9.2, seconds: 15, end: 'stalled' },
  { by: 'night', ago: 8.4, n: 2 },
  { by: 'night', ago: 6.2 },
  { by: 'video', ago: 5.4, seconds: 10 },
  { by: 'night', ago: 4.1 },
  { by: 'video', ago: 3.1 },
  { by: 'shop', ago: 2.4 },
  { by: 'owner', ago: 1.6, n: 2 },
  { by: 'night', ago: 1.1 },
]

/** They end when their windows close, like any job that its provider never finishes. */
const OPEN: Line[] = [
  { by: 'night', ago: 0, n: 2, end: 'open' },
  { by: 'shop', ago: 0, end: 'open' },
  { by: 'video', ago: 0, seconds: 6, end: 'open' },
]

type Day = [by: By, daysAgo: number, seconds: Line['seconds'] | null, n?: 2 | 4]

/** Two weeks of usual days, so that today is not the only one on which something was spent. */
const WEEKS: Day[] = [
  ['video', 1.2, 15],
  ['night', 1.4, null, 2],
  ['video', 1.7, 10],
  ['shop', 1.8, null],
  ['night', 2.3, null, 2],
  ['video', 2.6, 15],
  ['video', 3.3, 10],
  ['shop', 3.6, null],
  ['video', 4.2, 15],
  ['video', 4.4, 15],
  ['night', 4.7, null, 4],
  ['shop', 5.3, null],
  ['owner', 5.5, null],
  ['video', 6.3, 10],
  ['night', 6.6, null, 2],
  ['video', 7.2, 15],
  ['night', 7.5, null, 4],
  ['shop', 7.8, null],
  ['video', 8.3, 6],
  ['owner', 8.6, null],
  ['video', 9.2, 15],
  ['video', 9.4, 10],
  ['night', 9.7, null, 4],
  ['shop', 10.4, null],
  ['video', 11.3, 10],
  ['night', 11.6, null, 2],
  ['video', 12.3, 15],
  ['shop', 12.5, null],
  ['night', 13.2, null, 2],
  ['video', 13.5, 15],
]

/** The days before. The first ones are close together: their ads have run for the whole month. */
const BEFORE: Omit<Line, 'ago'>[] = [
  { by: 'night', n: 4 },
  { by: 'owner', n: 2 },
  { by: 'night', n: 2 },
  { by: 'video', seconds: 6 },
  { by: 'shop', n: 2 },
  { by: 'night', n: 2 },
  { by: 'shop' },
  { by: 'night', n: 2 },
  { by: 'owner', n: 2 },
  { by: 'night', end: 'failed', model: 'simulator/fail' },
  { by: 'shop' },
  { by: 'night', n: 2 },
  { by: 'video', seconds: 10 },
  { by: 'night', n: 2 },
  { by: 'owner', n: 2 },
  { by: 'shop', n: 2 },
  { by: 'night', n: 4 },
  { by: 'shop' },
  { by: 'owner', n: 2 },
]

const READY: Record<PlannedJob['end'], string> = {
  completed: 'simulator/ok',
  failed: 'simulator/fail',
  stalled: 'simulator/hang',
  open: 'simulator/hang',
}

/** Every job, oldest first. The same seed plans the same jobs; only their times depend on `now`. */
export function planJobs(now: Date, seed: number): PlannedJob[] {
  const before = BEFORE.map((line, at): Line => ({ ...line, ago: hoursAgo(at, seed) }))
  return [...before, ...LAST_DAY, ...OPEN, ...WEEKS.map(lineOf)]
    .map((line, at) => ({ ...planJob(line, at, now), hasAd: at < before.length }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const lineOf = ([by, daysAgo, seconds, n]: Day): Line => ({
  by,
  ago: daysAgo * DAY_HOURS,
  ...(seconds && { seconds }),
  ...(n && { n }),
})

/** Two thirds of them in the first ten days, then one every two or three days; by day and by night. */
function hoursAgo(at: number, seed: number): number {
  const day = at < 12 ? HISTORY_DAYS - 1 - at * 0.75 : 19 - (at - 12) * 2.6
  return day * DAY_HOURS + seededRandom('hour', seed, at).float(-8, 8)
}

function planJob(line: Line, at: number, now: Date): Omit<PlannedJob, 'hasAd'> {
  const { by, ago, n, seconds, end = 'completed', model } = line
  const orderedAt = by === 'video' && ago < DAY_HOURS ? today(now, ago) : now.getTime() - ago * HOUR_MS
  return {
    name: String(at + 1),
    by,
    at: new Date(end === 'stalled' ? Math.min(orderedAt, now.getTime() - STALLED_MS) : orderedAt),
    ...(seconds ? { seconds } : { n: n ?? 1 }),
    model: model ?? READY[end],
    end,
    product: PRODUCTS[at % PRODUCTS.length] as number,
  }
}

/** So many hours ago, or the same share of what there was of today. */
function today(now: Date, ago: number): number {
  const passed = now.getTime() % DAY_MS
  return now.getTime() - Math.min(ago * HOUR_MS, (passed * ago) / DAY_HOURS)
}
