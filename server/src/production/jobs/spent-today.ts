import { type Budget, checkBudget, presentBudget } from '#access/credits'
import type { Caller, Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { Refusal } from '#platform/refusal'

type Spent = { spent: number; resetsAt: Date }

/**
 * What the jobs that a key submitted in this UTC day have cost, without what came back. By the key's id, so
 * a new secret changes nothing. The job that is being placed is left out. Inside a submit nobody else can
 * spend: the user's minute is locked.
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
  if (!row) throw new Error('a sum gives a row')
  return { spent: row.spent, resetsAt: row.resets_at }
}

/** Where the key stands in its day; a key without guardrails has nothing to count. */
export async function readBudget(db: Rows, caller: Caller): Promise<Budget | null> {
  if (!hasGuardrails(caller)) return null
  const { spent, resetsAt } = await spentToday(db, caller.owner, caller.keyId)
  return presentBudget(caller, spent, resetsAt)
}

/** What the guardrails of the key have against this price, if anything. */
export async function findBreach(
  db: Rows,
  caller: Caller,
  costCredits: number,
  exceptId: string | null = null,
): Promise<Refusal | undefined> {
  if (!hasGuardrails(caller)) return undefined
  const { spent, resetsAt } = await spentToday(db, caller.owner, caller.keyId, exceptId)
  return checkBudget(caller, spent, costCredits, resetsAt)
}

const hasGuardrails = ({ dailyCreditLimit, perJobCreditLimit }: Caller): boolean =>
  dailyCreditLimit !== null || perJobCreditLimit !== null
