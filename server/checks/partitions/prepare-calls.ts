import { randomUUID } from 'node:crypto'
import type { Subject, TimedRequest } from '../../harness/comparison/index.ts'

const PAGE = 50
/** A statement takes less than a millisecond, so a few are timed together. */
const REPEATS = 5

type Prepared = { ids: string[]; refs: string[]; cursor: string }

/** The calls over HTTP, and the statements of the tick, which no caller can ask for. */
export async function prepareCalls(subjects: readonly Subject[]): Promise<TimedRequest[]> {
  const prepared = new Map<Subject, Prepared>()
  for (const subject of subjects) prepared.set(subject, await prepare(subject))
  const get =
    (path: (its: Prepared, round: number) => string): TimedRequest['send'] =>
    (subject, round) =>
      subject.call('GET', path(prepared.get(subject) as Prepared, round))
  return [
    { name: 'poll', send: get(({ ids }, round) => `/api/gen/media/${ids[round % ids.length]}`) },
    { name: 'list, first page', send: get(() => `/api/gen/media?limit=${PAGE}`) },
    {
      name: 'list, a later page',
      send: get(({ cursor }) => `/api/gen/media?limit=${PAGE}&cursor=${cursor}`),
    },
    {
      name: 'list by clientRef',
      send: get(({ refs }, round) => `/api/gen/media?clientRef=${refs[round % refs.length]}`),
    },
    { name: 'credits', send: get(() => `/api/gen/credits`) },
    {
      name: 'submit',
      send: ({ call }) =>
        call('POST', '/api/gen/image', { body: { prompt: 'one more mug', clientRef: randomUUID() } }),
    },
    { name: 'tick, open jobs', send: repeat(TICK) },
    { name: 'pulse, open jobs', send: repeat(PULSE) },
  ]
}

const repeat =
  (text: string): TimedRequest['send'] =>
  async ({ client }) => {
    for (let i = 0; i < REPEATS; i++) await client.query({ name: text.slice(0, 40), text })
  }

async function prepare({ client, userId, call }: Subject): Promise<Prepared> {
  const { rows } = await client.query<{ id: string; client_ref: string }>(
    `select id, client_ref from media where user_id = $1 and client_ref is not null
     order by md5(id) limit 400`,
    [userId],
  )
  let cursor = ''
  for (let page = 0; page < 100; page++)
    cursor = (await call('GET', `/api/gen/media?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)).nextCursor
  return { ids: rows.map(({ id }) => id), refs: rows.map((row) => row.client_ref), cursor }
}

const TICK = `
  select deadline_at, id from media
  where status in ('queued', 'processing') and (deadline_at, id::text) > ('epoch'::timestamptz, '')
    and run_due_at < clock_timestamp()
  order by deadline_at, id limit 500`

const PULSE = `
  with open as (
    select kind, deadline_at, status, wake_token, created_at, run_due_at from media
    where status in ('queued', 'processing') order by deadline_at limit 20000)
  select count(*), count(*) filter (where run_due_at < clock_timestamp()) from open`
