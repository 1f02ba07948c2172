import type pg from 'pg'

export const PARTITIONS = 20
export const PARTITION_DAYS = 30
/** The rows end where the newest partition is almost full: that is when a job costs most. */
const LEFT_DAYS = 1

/** Replaces the partitions that the migration made by 20 from the past to tomorrow, and those ahead. */
export async function makePartitions(client: pg.Client): Promise<void> {
  await client.query('begin')
  // In the order in which the service reads them: it runs meanwhile.
  for (const table of ['media', 'provider_submits', 'attachments'])
    await client.query(`lock table ${table} in access exclusive mode`)
  await replacePartitions(client)
  await client.query('commit')
}

async function replacePartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ parent: string; name: string }>(
    `select inhparent::regclass::text as parent, inhrelid::regclass::text as name from pg_inherits
     join pg_class c on c.oid = inhrelid where c.relkind = 'r' and c.relname like '%\\_00\\_2%'
     order by inhparent::regclass::text = 'media'`,
  )
  for (const { parent, name } of rows)
    await client.query(`alter table ${parent} detach partition ${name}; drop table ${name}`)
  await client.query('delete from partition_ranges')
  await client.query(
    `select make_partitions('00', today + from_days * interval '1 day',
       today + (from_days + ${PARTITION_DAYS}) * interval '1 day')
     from date_trunc('day', now(), 'UTC') today,
       generate_series(${LEFT_DAYS - PARTITIONS * PARTITION_DAYS}, 0, ${PARTITION_DAYS}) from_days
     order by from_days`,
  )
  // Those that the worker would make meanwhile.
  await client.query(`select extend_partitions('00', ${PARTITION_DAYS})`)
}
