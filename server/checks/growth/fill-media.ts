import type pg from 'pg'

const BATCH = 500_000
const OTHER_USERS = 1_000
/** One user has at most this many; the rest belongs to other users. */
const OF_ONE_USER = 100_000

/**
 * Fills the table up to `rows` finished media, in the order of their time, as a real table grows, with the
 * one user's spread evenly among them. Triggers and foreign keys are off while it fills.
 */
export async function fillMedia(
  client: pg.Client,
  userId: string,
  from: number,
  rows: number,
): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query(`insert into users (id, email, password_hash)
    select 'usr_' || substr(md5('user' || i), 1, 22), 'other' || i || '@atelier.test', 'none'
    from generate_series(1, ${OTHER_USERS}) i on conflict do nothing`)
  await client.query(`set synchronous_commit = off`)
  await client.query(`set statement_timeout = 0`)
  const { rows: had } = await client.query<{ n: number }>(
    `select count(*)::int as n from media where user_id = $1`,
    [userId],
  )
  const wanted = Math.min(OF_ONE_USER, rows) - (had[0]?.n ?? 0)
  const every = Math.max(1, Math.floor((rows - from) / Math.max(1, wanted)))
  for (let at = from; at < rows; at += BATCH) {
    await client.query(INSERT, [userId, at + 1, Math.min(at + BATCH, rows), every])
  }
  await client.query(`set session_replication_role = origin`)
  await client.query(`vacuum (analyze) media`)
  await client.query('checkpoint')
}

const INSERT = `
  insert into media (id, user_id, mode, kind, status, prompt, provider, model, size, n, client_ref_bound,
    cost_credits, created_at, deadline_at, finished_at, progress, object_key, content_type, size_bytes,
    sha256, md5, width, height, thumbnail_key, thumbnail_bytes)
  select 'med_' || substr(md5('media' || i), 1, 22),
    case when i % $4 = 0 then $1 else 'usr_' || substr(md5('user' || (1 + i % ${OTHER_USERS})), 1, 22) end,
    'live', 'image', 'completed', 'the mug from the photo on a wooden table in morning light ' || i,
    'simulator', 'simulator/ok', '1:1', 1, false, 400, at, at + interval '15 min', at + interval '20 s', 100,
    'generated/med_' || i || '/0-' || md5(i::text) || '.png', 'image/png', 251156,
    sha256(i::text::bytea), decode(md5(i::text), 'hex'), 1024, 1024, 'thumbnails/med_' || i || '/0.jpg', 20000
  from generate_series($2::int, $3::int) i,
    lateral (select date_trunc('milliseconds', now() - interval '800 days' + i * interval '6 s') as at) clock`
