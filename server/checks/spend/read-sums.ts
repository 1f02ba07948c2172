import type { SpendGroup, SpendRow } from '@atelier/contract'
import type { Mode } from './draw-history.ts'

/** What a page of spend is asked for. */
export type Asked = { userId: string; mode: Mode; since: string; until: string }

/** Runs one query as a superuser. */
export type Read = <Row>(text: string, values: string[]) => Promise<Row[]>

/** The days are counted from the epoch, so that no time zone of a session or a server takes part. */
const SUMS = `
  select to_char(date '1970-01-01' + e.day, 'YYYY-MM-DD') as day, o.name as of,
    coalesce(sum(-e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
    coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
    sum(-e.amount)::bigint as spent, count(*) filter (where e.kind = 'charge')::bigint as jobs
  from (select floor(extract(epoch from created_at) / 86400)::int as day, kind, amount, ref_id
        from ledger_entries where user_id = $1 and mode = $2 and kind in ('charge', 'refund')) e
    left join media m on m.id = e.ref_id
    cross join lateral (select case when $5 = 'day' then null when m.id is null then 'archived'
      when $5 = 'key' then m.key_id::text when $5 = 'product' then m.product_id::text
      else m.model end as name) o
  where e.day between $3::date - date '1970-01-01' and $4::date - date '1970-01-01'
  group by e.day, o.name`

/** The sums of the ledger, computed by the database and not by the service. */
export const readSums = (read: Read, { userId, mode, since, until }: Asked, by: SpendGroup) =>
  read<SpendRow>(SUMS, [userId, mode, since, until, by])
