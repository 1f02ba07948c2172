import { createHmac } from 'node:crypto'
import { RATE_WINDOW_MS, type RateClass } from '@atelier/contract'
import type { Caller } from '#access/identity'
import type { App } from '#platform/app'
import type { Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** The state of a user's limit for one class of requests, at one instant of the database's clock. */
export type RateLimitSlot = { limit: number; remaining: number; resetMs: number; nowMs: number }

/**
 * Whose requests are counted. Those of sessions have their own logs: a page takes no slot from an agent.
 * So have those of test keys: a rehearsal takes no slot from the live keys.
 */
export type Counted = Pick<Caller, 'owner' | 'keyId'>

function logOf({ owner, keyId }: Counted, rateClass: RateClass): string {
  if (keyId === null) return `${rateClass} of sessions`
  return owner.mode === 'test' ? `${rateClass} of test keys` : rateClass
}

type SlotRow = { taken: boolean; remaining: number; reset_ms: number; now_ms: number }

/** Hex digits of a name's hash: a million rows, about 100 MB if all exist. */
const NAME_DIGITS = 5

/** Counts this request, or refuses it. Inside a transaction, a rollback frees the slot again. */
export const takeSlot = (
  db: Rows,
  counted: Counted,
  rateClass: RateClass,
  limit: number,
): Promise<RateLimitSlot> => takeSlotOf(db, counted.owner.userId, logOf(counted, rateClass), limit)

type NamingApp = Pick<App, 'db' | 'config'>

/**
 * The same for names that unauthenticated callers send, such as an e-mail address or a network. They can
 * invent any number of names, so names share a fixed number of rows. Two names in one row share their slots,
 * which is rare.
 */
export const takeNamedSlot = (
  { db, config }: NamingApp,
  name: string,
  rateClass: string,
  limit: number,
): Promise<RateLimitSlot> => takeSlotOf(db, rowOf(config, name), rateClass, limit)

/** Gives back every slot of a name, such as the failed log-ins before one that succeeds. */
export async function clearNamedSlots(
  { db, config }: NamingApp,
  name: string,
  rateClass: string,
): Promise<void> {
  await db.row(`select clear_slots($1, $2)`, [rowOf(config, name), rateClass])
}

/** With a secret: a caller must not be able to choose a name that is in the row of another user. */
const rowOf = ({ callbackSecret }: NamingApp['config'], name: string): string =>
  createHmac('sha256', callbackSecret).update(`slots of ${name}`).digest('hex').slice(0, NAME_DIGITS)

async function takeSlotOf(db: Rows, name: string, rateClass: string, limit: number): Promise<RateLimitSlot> {
  const row = await db.row<SlotRow>(`select * from take_slot($1, $2, $3, $4)`, [
    name,
    rateClass,
    limit,
    RATE_WINDOW_MS,
  ])
  const slot = toSlot(row as SlotRow, limit)
  if (!(row as SlotRow).taken) throw rateLimited(slot)
  return slot
}

/** Reads the state without counting a request and without a lock. */
export async function peekSlot(
  db: Rows,
  counted: Counted,
  rateClass: RateClass,
  limit: number,
): Promise<RateLimitSlot> {
  const row = await db.row<SlotRow>(`select * from peek_slot($1, $2, $3, $4)`, [
    counted.owner.userId,
    logOf(counted, rateClass),
    limit,
    RATE_WINDOW_MS,
  ])
  return toSlot(row as SlotRow, limit)
}

/** Refuses early if the window is full: slots only become free with time. */
export async function refuseIfFull(
  db: Rows,
  counted: Counted,
  rateClass: RateClass,
  limit: number,
): Promise<void> {
  const slot = await peekSlot(db, counted, rateClass, limit)
  if (slot.remaining <= 0) throw rateLimited(slot)
}

export const slotHeaders = (slot: RateLimitSlot): Record<string, string> => ({
  'x-ratelimit-limit': String(slot.limit),
  'x-ratelimit-remaining': String(slot.remaining),
  'x-ratelimit-reset': String(slot.resetMs),
})

/** The state of the class `heavy`, next to that of the endpoint's own class. */
export const heavyHeaders = (slot: RateLimitSlot): Record<string, string> =>
  Object.fromEntries(
    Object.entries(slotHeaders(slot)).map(([name, value]) => [
      name.replace('x-ratelimit', 'x-ratelimit-heavy'),
      value,
    ]),
  )

function rateLimited(slot: RateLimitSlot): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((slot.resetMs - slot.nowMs) / 1000))
  return new Refusal(
    'rate_limited',
    `Limit of ${slot.limit} requests a minute reached. Send the request again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds), ...slotHeaders(slot) },
  )
}

const toSlot = (row: SlotRow, limit: number): RateLimitSlot => ({
  limit,
  remaining: row.remaining,
  resetMs: row.reset_ms,
  nowMs: row.now_ms,
})
