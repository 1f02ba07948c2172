import { type Budget, checkBudget, presentBudget } from '#access/credits'
import type { Caller, Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { Refusal } from '#platform/refusal'

type Spent = { spent: number; resetsAt: Date }

/**
 * The credits that a key spent in the current UTC day: charges minus refunds of the jobs it submitted. It is
 * counted by key id, so a new secret does not reset it. `exceptId` is the job being submitted. Inside a
 * submit the rate-limit row of its owner is locked, so no other job of this key can be charged meanwhile.
 */
async function spentToday(
  db: Rows,
  owner: Owner,
  keyId: string,
  exceptId: string | null = null,
): Promise<Spent> {
  const row = await db.row<{ spent: number; resets_at: Date }>(
    `with today as (select date_trunc('day', clock_timestamp(), 'UTC') as began)
     select coalesce(sum(cost_credits - refunded_credits), 0)::bigint as spent,
       (select began + interval '1 day' from today) as resets_at
     from media where user_id = $1 and mode = $2 and key_id = $3 and created_at >= (select began from today)
       and id is distinct from $4`,
    [owner.userId, owner.mode, keyId, exceptId],
  )
  if (!row) throw new Error('a sum always returns a row')
  return { spent: row.spent, resetsAt: row.resets_at }
}

/** The same for every key of a user that submitted today, in both modes. */
export async function spentTodayByKey(db: Rows, userId: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ key_id: string; spent: number }>(
    `select key_id, sum(cost_credits - refunded_credits)::bigint as spent
     from media where user_id = $1 and mode in ('live', 'test') and key_id is not null
       and created_at >= date_trunc('day', clock_timestamp(), 'UTC') group by key_id`,
    [userId],
  )
  return new Map(rows.map(({ key_id, spent }) => [key_id, spent]))
}

/** The budget of a key and what is left of it; null for a key without limits. */
export async function readBudget(db: Rows, caller: Caller): Promise<Budget | null> {
  if (!hasLimits(caller)) return null
  const { spent, resetsAt } = await spentToday(db, caller.owner, caller.keyId)
  return presentBudget(caller, spent, resetsAt)
}

/** The refusal of a price that exceeds a limit of the key. */
export async function findBreach(
  db: Rows,
  caller: Caller,
  costCredits: number,
  exceptId: string | null = null,
): Promise<Refusal | undefined> {
  if (!hasLimits(caller)) return undefined
  const { spent, resetsAt } = await spentToday(db, caller.owner, caller.keyId, exceptId)
  return checkBudget(caller, spent, costCredits, resetsAt)
}

/** Only keys have limits: what the owner spends at the dashboard is limited by the balance alone. */
const hasLimits = (caller: Caller): caller is Caller & { keyId: string } =>
  caller.keyId !== null && (caller.dailyCreditLimit !== null || caller.perJobCreditLimit !== null)
