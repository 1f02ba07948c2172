import { queryDatabase } from '../../harness/driver/index.ts'
import type { Ack, Tally } from './run-writers.ts'

const IMAGE_CREDITS = 400

type MediaRow = { id: string; client_ref: string; prompt: string; charges: number; amount: number }

/** What was confirmed and is not there as it was confirmed, and what was refused and is there. */
export async function findLost(databaseUrl: string, tally: Tally): Promise<string[]> {
  // Taken before the database is read: what is confirmed meanwhile is looked for the next time.
  const acks = [...tally.acks]
  const refused = tally.refused.map(({ ref }) => ref)
  const { products, media } = await queryDatabase(databaseUrl, async (query) => ({
    products: await query<{ id: string; name: string }>('select id, name from products'),
    media: await query<MediaRow>(
      `select m.id, m.client_ref, m.prompt, count(e.id) as charges, coalesce(sum(e.amount), 0)::int8 as amount
       from media m left join ledger_entries e on e.ref_id = m.id and e.kind = 'charge'
       where m.parent_id is null group by m.id`,
    ),
  }))
  const names = new Map(products.map(({ id, name }) => [id, name]))
  const jobs = new Map(media.map((row) => [row.id, row]))
  const isThere = ({ kind, id, text }: Ack): boolean => {
    if (kind === 'product') return names.get(id) === text
    const job = jobs.get(id)
    const isRight = job?.client_ref === text && job.prompt === `a mug ${text}`
    return isRight && job.charges === 1 && job.amount === -IMAGE_CREDITS
  }
  const refs = new Set(media.map((row) => row.client_ref))
  return [
    ...acks.filter((ack) => !isThere(ack)).map(({ kind, id, text }) => `${kind} ${id} (${text}) is lost`),
    ...refused.filter((ref) => refs.has(ref)).map((ref) => `${ref} was refused, charged "none", and exists`),
  ]
}

/** Jobs that are charged and were never confirmed, once every writer has stopped. */
export async function findUnconfirmed(databaseUrl: string, tally: Tally): Promise<string[]> {
  const confirmed = new Set(tally.acks.filter(({ kind }) => kind === 'media').map(({ id }) => id))
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<{ id: string }>('select id from media where parent_id is null'),
  )
  return rows.filter(({ id }) => !confirmed.has(id)).map(({ id }) => `${id} was charged and never confirmed`)
}

/** How many jobs ended in each way. */
export const countStatuses = (databaseUrl: string): Promise<Record<string, number>> =>
  queryDatabase(databaseUrl, async (query) => {
    const rows = await query<{ status: string; n: number }>(
      'select status, count(*) as n from media group by status',
    )
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  })
