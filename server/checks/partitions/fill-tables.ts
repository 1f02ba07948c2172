import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Subject } from '../../harness/comparison/index.ts'
import { PARTITION_DAYS, PARTITIONS } from './make-partitions.ts'

const BATCH = 200_000
/** With random ids, every checkpoint would be followed by whole pages of all indexes. */
const FILL_SETTINGS = { fsync: 'off', full_page_writes: 'off' }
const RELOADED_MS = 1_000
const FILLED = ['media', 'provider_submits', 'ledger_entries']
/** They name media. */
const EMPTIED = ['attachments', 'file_removals', 'callback_hints']
export const OTHER_USERS = 1_000
/** The user who calls has this many of the rows, evenly spread. */
const OF_CALLER = 10_000

/**
 * Fills media, submits and ledger with finished jobs, in the order of their time. What was there before is
 * gone. Triggers and foreign keys are off while it fills, and indexes are made afterwards. The chains of the
 * ledger are not valid; the accounts are, so that jobs can be charged.
 */
export async function fillTables(
  { client, userId }: Subject,
  rows: number,
  ids: 'ordered' | 'random',
): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await setServer(client, FILL_SETTINGS)
  await client.query(`truncate ${[...FILLED, ...EMPTIED].join(', ')}`)
  const makeIndexes = await dropIndexes(client)
  const packed = await packPages(client)
  await addUsers(client, rows)
  const every = Math.max(1, Math.floor(rows / OF_CALLER))
  for (let at = 0; at < rows; at += BATCH) {
    const to = Math.min(at + BATCH, rows)
    await client.query(FILL, [userId, at + 1, to, every, rows, ids === 'ordered'])
  }
  await client.query(`set session_replication_role = origin`)
  await packed.end()
  await makeIndexes()
  for (const table of FILLED) await client.query(`vacuum (analyze) ${table}`)
  await setServer(client, Object.fromEntries(Object.keys(FILL_SETTINGS).map((name) => [name, undefined])))
  await client.query('checkpoint')
}

/** Changes settings of the running server; without a value, back to what it was started with. */
async function setServer(client: pg.Client, settings: Record<string, string | undefined>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query(value ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`)
  await client.query('select pg_reload_conf()')
  // The server and its connections read the file again a moment later.
  await setTimeout(RELOADED_MS)
}

/**
 * A row of media is short when it is inserted and grows into the space that its page keeps free, so old pages
 * are full. Rows that are inserted as they end would leave gaps instead, which new jobs would fill: in old
 * pages, each of which is logged whole.
 */
async function packPages(client: pg.Client): Promise<{ end(): Promise<void> }> {
  const { rows } = await client.query<{ name: string; kept: string }>(
    `select c.oid::regclass::text as name, split_part(option, '=', 2) as kept
     from pg_inherits join pg_class c on c.oid = inhrelid, unnest(c.reloptions) option
     where inhparent = 'media'::regclass and option like 'fillfactor=%'`,
  )
  const set = async (factorOf: (row: { kept: string }) => string) => {
    for (const row of rows) await client.query(`alter table ${row.name} set (fillfactor = ${factorOf(row)})`)
  }
  await set(() => '100')
  return { end: () => set(({ kept }) => kept) }
}

/**
 * Drops the indexes that no constraint needs, and returns what makes them again: from sorted rows. Those of
 * unfinished jobs stay: they are empty, and the worker looks there all the time.
 */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)
       and pg_get_expr(indpred, indrelid) !~ 'processing' is not false`,
    [FILLED],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    await client.query(`set maintenance_work_mem = '512MB'`)
    // Of a partitioned table, the definition is that of the parent alone.
    for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
  }
}

/** Users whose accounts continue after the last entry. */
export async function addUsers(client: pg.Client, seq: number): Promise<void> {
  await client.query(`insert into users (id, email, password_hash)
    select ${userOf('i')}, 'other' || i || '@atelier.test', 'none'
    from generate_series(1, ${OTHER_USERS}) i on conflict do nothing`)
  await client.query(
    `insert into credit_accounts (user_id, mode)
     select id, 'live' from users on conflict do nothing`,
  )
  await client.query(`update credit_accounts set balance = 1e12::bigint, seq = $1`, [seq])
}

export const userOf = (number: string): string => `'usr_00Vabcdef' || lpad((${number})::text, 13, '0')`

/** Seconds from the first row to the last one: the newest partition has room for a day more. */
const SPAN_SECONDS = (PARTITIONS * PARTITION_DAYS - 1) * 86_400

const FILL = `
  with source as materialized (
    select i, at, case when i % $4 = 0 then $1
        else ${userOf(`1 + (i * 7919::bigint) % ${OTHER_USERS}`)} end as user_id,
      case when $6 then substr(media_id_bound('00', at), 5, 9) || substr(md5('media' || i), 1, 13)
        else substr(md5('media' || i), 1, 22) end as name,
      case when $6 then substr(media_id_bound('00', at), 5, 9) || substr(md5('entry' || i), 1, 13)
        else substr(md5('entry' || i), 1, 22) end as entry
    from generate_series($2::int, $3::int) i,
      lateral (select date_trunc('milliseconds',
        now() - (1 - i::float8 / $5::int) * ${SPAN_SECONDS} * interval '1 s') as at) clock),
  jobs as (
    insert into media (id, user_id, mode, kind, status, prompt, provider, model, size, n, client_ref,
      client_ref_bound, body_hash, cost_credits, created_at, deadline_at, finished_at, progress, object_key,
      content_type, size_bytes, sha256, md5, width, height, thumbnail_key, thumbnail_bytes)
    select 'med_' || name, user_id, 'live', 'image', 'completed',
      'the mug from the photo on a wooden table in morning light ' || i, 'simulator', 'simulator/ok', '1:1',
      1, md5('ref' || i), true, sha256(name::bytea), 400, at, at + interval '15 min', at + interval '20 s',
      100,
      'generated/med_' || name || '/0-' || md5(name) || md5(name) || '.png', 'image/png', 251156,
      sha256(name::bytea), decode(md5(name), 'hex'), 1024, 1024, 'thumbnails/med_' || name || '/0.jpg', 20000
    from source),
  tries as (
    insert into provider_submits (media_id, try, provider, state, provider_job_id, started_at, answered_at)
    select 'med_' || name, 1, 'simulator', 'accepted', md5('job' || i), at, at from source)
  insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id,
    tx_hash, seal, created_at)
  select 'txn_' || entry, user_id, 'live', i, -400, 1e12::bigint, 'charge', 'image_generation',
    'generated_media', 'med_' || name, sha256(name::bytea), sha256(entry::bytea), at from source`
