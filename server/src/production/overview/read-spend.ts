import type { SpendAnswer, SpendGroup, SpendQuery, SpendRow } from '@atelier/contract'
import { readSpendEntries, type SpendEntry } from '#access/credits'
import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import { newPacer } from '#platform/turns'
import { readPeriod } from './read-period.ts'

type Sums = SpendAnswer['total']

const NOTHING: Sums = { charged: 0, refunded: 0, spent: 0, jobs: 0 }

/** Sums the ledger by day, and by what its jobs say. The ledger alone decides the amounts and the days. */
export async function readSpend(db: Rows, owner: Owner, { by, ...days }: SpendQuery): Promise<SpendAnswer> {
  const period = readPeriod(days)
  const rows = new Map<string, SpendRow>()
  let total = NOTHING
  const pacer = newPacer()
  for await (const page of readSpendEntries(db, owner, period)) {
    const groups = await findGroups(db, owner, by, page)
    for (const entry of page) {
      const of = groups(entry.ref_id)
      const key = `${entry.day} ${of}`
      rows.set(key, { ...add(rows.get(key) ?? { day: entry.day, of, ...NOTHING }, entry) })
      total = add(total, entry)
    }
    if (pacer.isDue()) await pacer.pause()
  }
  const inOrder = [...rows.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...period, rows: inOrder.map(([, row]) => row), total }
}

function add<Row extends Sums>(row: Row, { kind, amount }: SpendEntry): Row {
  const isCharge = kind === 'charge'
  return {
    ...row,
    charged: row.charged + (isCharge ? -amount : 0),
    refunded: row.refunded + (isCharge ? 0 : amount),
    spent: row.spent - amount,
    jobs: row.jobs + (isCharge ? 1 : 0),
  }
}

type Origin = { id: string; key_id: string | null; product_id: string | null; model: string }

const groupOf: Record<SpendGroup, (origin: Origin) => string | null> = {
  day: () => null,
  key: ({ key_id }) => key_id,
  product: ({ product_id }) => product_id,
  model: ({ model }) => model,
}

/** What the jobs of a page belong to. */
async function findGroups(
  db: Rows,
  owner: Owner,
  by: SpendGroup,
  page: SpendEntry[],
): Promise<(mediaId: string) => string | null> {
  if (by === 'day' || page.length === 0) return () => null
  const ids = [...new Set(page.map(({ ref_id }) => ref_id))]
  const origins = await db.rows<Origin>(
    `select id, key_id, product_id, model from media where id = any($1::text[]) and user_id = $2`,
    [ids, owner.userId],
  )
  const byId = new Map(origins.map((origin) => [origin.id, groupOf[by](origin)]))
  return (id) => (byId.has(id) ? (byId.get(id) ?? null) : 'archived')
}
