import type { Rows } from '#platform/db'
import type { EntryRow } from './walk-chain.ts'

type GrantRow = { id: string; said: string; posted: string | null }

const PAGE_ROWS = 2_000

/** Every grant has one entry of its kind and amount for its user. */
export async function checkGrants(tx: Rows, add: (sentence: string) => void): Promise<void> {
  for (let after = ''; ; ) {
    const page = await tx.rows<GrantRow>(
      `select g.id, concat_ws(' ', g.kind, g.amount, g.user_id, g.mode) as said,
         case when e.id is not null then concat_ws(' ', e.kind, e.amount, e.user_id, e.mode) end as posted
       from credit_grants g left join ledger_entries e on e.ref_type = 'credit_grant' and e.ref_id = g.id
       where g.id > $1::text order by g.id limit ${PAGE_ROWS}`,
      [after],
    )
    for (const { id, said, posted } of page) {
      if (posted === null) add(`${id}: the grant (${said}) has no entry in the ledger`)
      else if (posted !== said) add(`${id}: the grant says ${said}, its entry says ${posted}`)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = last.id
  }
}

/** What to say about entries of grants that do not exist. */
export async function findMissingGrants(tx: Rows, entries: EntryRow[]): Promise<string[]> {
  const ofGrants = entries.filter(({ ref_type }) => ref_type === 'credit_grant')
  const rows = await tx.rows<{ id: string }>(`select id from credit_grants where id = any($1::text[])`, [
    ofGrants.map(({ ref_id }) => ref_id),
  ])
  const known = new Set(rows.map(({ id }) => id))
  return ofGrants
    .filter(({ ref_id }) => !known.has(ref_id))
    .map(({ id, kind, ref_id, amount }) => `${id}: a ${kind} of ${amount} without its grant ${ref_id}`)
}
