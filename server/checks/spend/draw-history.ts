import type { IdKind } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import { lowestId } from '../../src/platform/ids/index.ts'

export const DAY_MS = 86_400_000
/** How far back the entries go. */
export const DAYS = 60

const MODELS = ['simulator/ok', 'simulator/slow', 'one/portrait', 'another/turntable']
const JOBS_MOST = 40
const IMAGE_CREDITS = 400
const START_CREDITS = 1_000_000
const RANDOM_DIGITS = 13

export type Mode = 'live' | 'test'

export type Job = {
  id: string
  mode: Mode
  kind: 'image' | 'video'
  status: 'completed' | 'failed' | 'stalled'
  keyId: string | null
  productId: string | null
  model: string
  n: number
  costCredits: number
  refundedCredits: number
  at: string
  endedAt: string
  /** Its row was moved to the archive: the ledger alone still knows it. */
  isArchived: boolean
}

/** What is posted, in the order of time. `ref` is a job, or what a grant is called. */
export type Entry = {
  id: string
  at: string
  mode: Mode
  kind: 'charge' | 'refund' | 'grant' | 'purchase' | 'adjustment'
  amount: number
  ref: string
  reason?: string
}

export type History = { userId: string; token: string; jobs: Job[]; entries: Entry[] }

/** A user with random jobs, refunds and grants up to `now`. Many of them are at the edge of a day. */
export function drawHistory(random: Random, now: number): History {
  const ids = newIds(random)
  const begin = now - DAYS * DAY_MS
  const choices = {
    busyDay: random.int(begin, now - DAY_MS),
    keys: [null, ...drawIds(ids, 'key', begin)],
    products: [null, ...drawIds(ids, 'product', begin)],
  }
  const jobs: Job[] = []
  const entries = (['live', 'test'] as const).map((mode) =>
    drawEntry(ids, begin, { mode, kind: 'grant', amount: START_CREDITS }),
  )
  for (let left = random.int(0, JOBS_MOST); left > 0; left--) {
    const job = drawJob(random, ids, { begin, now, ...choices })
    jobs.push(job)
    entries.push(...entriesOf(ids, job))
  }
  for (let left = random.int(0, 4); left > 0; left--) {
    const kind = random.pick(['grant', 'purchase', 'adjustment'] as const)
    const amount = kind === 'adjustment' ? random.pick([-700, 900]) : 100 * random.int(1, 50)
    entries.push(drawEntry(ids, drawTime(random, begin, now), { mode: random.pick(MODES), kind, amount }))
  }
  // The order of equal times is that of their making, so a charge stands before its refund.
  const inOrder = entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return { userId: ids.next('user', begin), token: ids.token(), jobs, entries: inOrder }
}

/** Most jobs are of live keys. */
const MODES: Mode[] = ['live', 'live', 'live', 'test']

type Ids = { next(kind: IdKind, at: number): string; token(): string }

function newIds(random: Random): Ids {
  const digits = (length: number) => random.bytes(length).toString('hex').slice(0, length)
  return {
    next: (kind, at) => lowestId(kind, new Date(at)).slice(0, -RANDOM_DIGITS) + digits(RANDOM_DIGITS),
    token: () => random.bytes(32).toString('base64url'),
  }
}

const drawIds = (ids: Ids, kind: IdKind, at: number): string[] => [1, 2, 3].map(() => ids.next(kind, at))

/** One of four is within a millisecond of midnight. */
function drawTime(random: Random, from: number, to: number): number {
  const at = random.int(from, to)
  if (random.next() >= 0.25) return at
  const edge = at - (at % DAY_MS) + random.pick([-1, 0, 1])
  return edge < from ? at : edge
}

type Frame = {
  begin: number
  now: number
  busyDay: number
  keys: (string | null)[]
  products: (string | null)[]
}

/** One of three is within a day, so that the entries of one day fill several pages. */
function drawJob(random: Random, ids: Ids, { begin, now, busyDay, keys, products }: Frame): Job {
  const at = random.next() < 1 / 3 ? random.int(busyDay, busyDay + DAY_MS) : drawTime(random, begin, now)
  // A refund may be posted on a later day than the charge.
  const endedAt = drawTime(random, at, Math.min(now, at + random.pick([60_000, DAY_MS / 2, 3 * DAY_MS])))
  const n = random.int(1, 4)
  const costCredits = n * IMAGE_CREDITS
  const status = random.pick(['completed', 'completed', 'completed', 'failed', 'stalled'] as const)
  const missing = status === 'completed' && random.next() < 0.2 ? random.int(0, n - 1) * IMAGE_CREDITS : 0
  return {
    id: ids.next('media', at),
    mode: random.pick(MODES),
    kind: random.pick(['image', 'video'] as const),
    status,
    keyId: random.pick(keys),
    productId: random.pick(products),
    model: random.pick(MODELS),
    n,
    costCredits,
    refundedCredits: status === 'completed' ? missing : costCredits,
    at: new Date(at).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    isArchived: random.next() < 0.1,
  }
}

function entriesOf(
  ids: Ids,
  { id: ref, mode, kind, costCredits, refundedCredits, at, endedAt }: Job,
): Entry[] {
  const entry = (of: 'charge' | 'refund', time: string, amount: number): Entry => ({
    id: ids.next('transaction', Date.parse(time)),
    at: time,
    mode,
    kind: of,
    amount,
    ref,
    reason: `${kind}_generation`,
  })
  const charged = entry('charge', at, -costCredits)
  return refundedCredits === 0 ? [charged] : [charged, entry('refund', endedAt, refundedCredits)]
}

const drawEntry = (ids: Ids, at: number, given: Pick<Entry, 'mode' | 'kind' | 'amount'>): Entry => ({
  id: ids.next('transaction', at),
  at: new Date(at).toISOString(),
  ref: ids.next('grant', at),
  ...given,
})
