import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Subject } from '../../harness/comparison/index.ts'
import { openDatabase } from '../../harness/driver/index.ts'
import { addUsers, OTHER_USERS, userOf } from './fill-tables.ts'

const CONNECTIONS = 8
/** Every so many jobs fail and are refunded. */
const FAILS_EVERY = 20

/**
 * The bytes of WAL that a job writes right after a checkpoint, when Postgres logs every page whole that it
 * changes first. The jobs are those of the service, statement by statement and commit by commit, of users
 * drawn at random.
 */
export async function measureWal(
  { client, databaseUrl }: Subject,
  jobs: number,
  ids: 'ordered' | 'random',
): Promise<number> {
  const { rows: seqs } = await client.query<{ seq: number }>(
    `select coalesce(max(seq), 0)::bigint as seq from credit_accounts`,
  )
  await addUsers(client, seqs[0]?.seq ?? 0)
  const { rows: settings } = await client.query(`show full_page_writes`)
  if (settings[0]?.full_page_writes !== 'on') throw new Error('full_page_writes is off')
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openDatabase(databaseUrl)))
  await client.query('checkpoint')
  const before = await readLsn(client)
  let begun = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (begun < jobs) await runJob(connection, ++begun, ids === 'ordered')
      await connection.end()
    }),
  )
  return ((await readLsn(client)) - before) / jobs
}

async function readLsn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`)
  return Number(rows[0]?.at)
}

/** What api and worker write for one image, with ids as `newId` makes them, or as it did before 0021. */
async function runJob(client: pg.Client, number: number, isOrdered: boolean): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const { rows } = await run('ids', IDS, [
    randomBytes(33).toString('hex'),
    randomInt(OTHER_USERS) + 1,
    isOrdered,
  ])
  const { media, entry, refund, user } = rows[0] as Record<'media' | 'entry' | 'refund' | 'user', string>
  await client.query('begin')
  await run('slot', `select taken from take_slot($1, 'submits', 1000000, 60000)`, [user])
  await run('insert', INSERT, [media, user, randomBytes(16).toString('hex'), randomBytes(32)])
  await run('charge', CHARGE, [entry, user, media])
  await client.query('commit')
  await run('claim', CLAIM, [media])
  await run('accept', ACCEPT, [media, randomBytes(16).toString('hex')])
  await run('check', CHECK, [media])
  await run('wait', WAIT, [media])
  if (number % FAILS_EVERY === 0) {
    await client.query('begin')
    await run('fail', FAIL, [media])
    await run('refund', `select posted_at from refund_charge($1, 'generated_media', $2, 400)`, [
      refund,
      media,
    ])
    await client.query('commit')
  } else await run('complete', COMPLETE, [media, randomBytes(32)])
}

const IDS = `
  select 'med_' || made || substr($1, 1, 22 - length(made)) as media,
    'txn_' || made || substr($1, 23, 22 - length(made)) as entry,
    'txn_' || made || substr($1, 45, 22 - length(made)) as refund, ${userOf('$2::int')} as user
  from substr(media_id_bound('00', clock_timestamp()), 5, case when $3 then 9 else 0 end) made`

const INSERT = `
  insert into media (id, user_id, mode, kind, status, prompt, provider, model, size, n, client_ref,
    client_ref_bound, body_hash, cost_credits, created_at, deadline_at, run_due_at)
  select $1, $2, 'live', 'image', 'queued', 'the mug from the photo on a wooden table in morning light',
    'simulator', 'simulator/ok', '1:1', 1, $3, true, $4, 400, at, at + interval '15 min', at + interval '20 s'
  from date_trunc('milliseconds', clock_timestamp()) at`

const CHARGE = `
  select posted
  from post_entry($1, $2, 'live', 'charge', -400, 'image_generation', 'generated_media', $3, null)`

const CLAIM = `
  with m as (
    update media set wake_token = 'a token of about forty characters in length',
      run_due_at = clock_timestamp() + interval '20 s'
    where id = $1 and status in ('queued', 'processing') returning *)
  insert into provider_submits (media_id, try, provider, state, started_at)
  select id, 1, provider, 'intent', clock_timestamp() from m on conflict do nothing returning try`

const ACCEPT = `
  with m as (select id from media where id = $1 for no key update),
  recorded as (
    update provider_submits s set state = 'accepted', provider_job_id = $2, answered_at = clock_timestamp()
    from m where s.media_id = $1 and s.try = 1 and s.state in ('intent', 'unknown') returning s.media_id)
  update media set status = 'processing', run_due_at = clock_timestamp() + interval '20 s'
  where id = $1 and exists (select from recorded) and status = 'queued' returning id`

const CHECK = `
  update media set wake_token = 'another token of about forty characters', run_due_at = clock_timestamp()
  where id = $1 and status = 'processing' returning id`

const WAIT = `
  update media set progress = 50, checked_at = clock_timestamp(), run_due_at = clock_timestamp()
  where id = $1 and status = 'processing' returning id`

const COMPLETE = `
  update media set status = 'completed', progress = 100, wake_token = null, run_due_at = null,
    finished_at = clock_timestamp(), object_key = 'generated/' || $1 || '/0-' || encode($2, 'hex') || '.png',
    content_type = 'image/png', size_bytes = 251156, sha256 = $2, md5 = substr($2::bytea, 1, 16),
    width = 1024, height = 1024, thumbnail_key = 'thumbnails/' || $1 || '/0-' || encode($2, 'hex') || '.jpg',
    thumbnail_bytes = 20000
  where id = $1 and status = 'processing' returning id`

const FAIL = `
  update media set status = 'failed', wake_token = null, run_due_at = null, finished_at = clock_timestamp(),
    refunded_at = clock_timestamp(), refunded_credits = cost_credits, error_code = 'provider_failed',
    error_message = 'The provider could not make this picture'
  where id = $1 and status in ('queued', 'processing') returning id`
