import type { Owner } from '#access/identity'
import type { Db, Rows } from '#platform/db'
import type { ChainHead } from './walk-chain.ts'

/** A head of one chain, with the number of the statement that signs it. */
export type UnsignedHead = ChainHead & { userId: string; mode: 'live' | 'test'; statement: number }

/** The same, signed on its own, as the database has it. */
export type SignedHead = UnsignedHead & { signature: Buffer }

/** What signed heads add up to. */
export type SignedTotals = { accounts: number; entries: number; balance: number }

const PAGE_ROWS = 2_000
const COLUMNS = `user_id as "userId", mode, seq, balance, encode(head_hash, 'hex') as hash,
  encode(head_seal, 'hex') as seal, statement, signature`

export const findSignedHead = (db: Rows, owner: Owner): Promise<SignedHead | undefined> =>
  db.row(`select ${COLUMNS} from signed_heads where user_id = $1 and mode = $2`, [owner.userId, owner.mode])

/** One of the heads that the newest statement with heads signed. */
export const findNewestSignedHead = (db: Rows): Promise<SignedHead | undefined> =>
  db.row(`select ${COLUMNS} from signed_heads order by statement desc limit 1`)

export async function* readSignedHeads(rows: Rows): AsyncGenerator<SignedHead> {
  for (let after = ['', '']; ; ) {
    const page = await rows.rows<SignedHead>(
      `select ${COLUMNS} from signed_heads where (user_id, mode) > ($1::text, $2)
       order by user_id, mode limit ${PAGE_ROWS}`,
      after,
    )
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE_ROWS) return
    after = [last.userId, last.mode]
  }
}

export async function readSignedTotals(db: Rows): Promise<SignedTotals> {
  const row = await db.row<SignedTotals>(
    `select count(*) as accounts, coalesce(sum(seq), 0)::bigint as entries,
       coalesce(sum(balance), 0)::bigint as balance from signed_heads`,
  )
  return row as SignedTotals
}

/** Saves the heads of one statement. A head that a later statement signed stays. */
export function saveSignedHeads(db: Db, heads: SignedHead[]): Promise<void> {
  return db.transaction(async (tx) => {
    for (let from = 0; from < heads.length; from += PAGE_ROWS) {
      const page = heads.slice(from, from + PAGE_ROWS)
      await tx.row(
        `insert into signed_heads
           (user_id, mode, seq, balance, head_hash, head_seal, statement, signature)
         select u, m, s, b, decode(h, 'hex'), decode(l, 'hex'), n, decode(g, 'hex')
         from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],
                     $7::bigint[], $8::text[]) as heads (u, m, s, b, h, l, n, g)
         on conflict (user_id, mode) do update
         set seq = excluded.seq, balance = excluded.balance, head_hash = excluded.head_hash,
             head_seal = excluded.head_seal, statement = excluded.statement, signature = excluded.signature
         where signed_heads.statement < excluded.statement`,
        columnsOf(page),
      )
    }
  })
}

/** Removes the heads of accounts that a statement withdrew. A head that a later statement signed stays. */
export async function removeSignedHeads(
  db: Db,
  accounts: Pick<SignedHead, 'userId' | 'mode'>[],
  statement: number,
): Promise<void> {
  if (accounts.length === 0) return
  await db.rows(
    `delete from signed_heads s using unnest($1::text[], $2::text[]) as gone (u, m)
     where s.user_id = gone.u and s.mode = gone.m and s.statement < $3`,
    [accounts.map(({ userId }) => userId), accounts.map(({ mode }) => mode), statement],
  )
}

const columnsOf = (heads: SignedHead[]) => [
  heads.map(({ userId }) => userId),
  heads.map(({ mode }) => mode),
  heads.map(({ seq }) => seq),
  heads.map(({ balance }) => balance),
  heads.map(({ hash }) => hash),
  heads.map(({ seal }) => seal),
  heads.map(({ statement }) => statement),
  heads.map(({ signature }) => signature.toString('hex')),
]
