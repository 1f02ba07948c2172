import type { Subject, TimedRequest } from '../../harness/comparison/index.ts'

const PAGE = 10
/** The thousandth page begins after this many rows. */
const DEEP = 1_000 * PAGE - PAGE

/** The requests, and what they need: ids to poll, and the cursor of the deep page. */
export async function prepareRequests(subjects: readonly Subject[]): Promise<TimedRequest[]> {
  const prepared = new Map<Subject, { ids: string[]; cursor: string }>()
  for (const subject of subjects) {
    const { rows } = await subject.client.query<{ id: string }>(
      `select id from media where user_id = $1 order by md5(id) limit 400`,
      [subject.userId],
    )
    prepared.set(subject, { ids: rows.map((row) => row.id), cursor: await readCursorAt(subject, DEEP) })
  }
  const of = (subject: Subject) => prepared.get(subject) as { ids: string[]; cursor: string }
  const get =
    (path: (subject: Subject, round: number) => string): TimedRequest['send'] =>
    (subject, round) =>
      subject.call('GET', path(subject, round))
  return [
    {
      name: 'poll',
      send: get((subject, round) => {
        const { ids } = of(subject)
        return `/api/gen/media/${ids[round % ids.length]}`
      }),
    },
    { name: 'list, first page', send: get(() => `/api/gen/media?limit=${PAGE}`) },
    {
      name: 'list, page 1,000',
      send: get((subject) => `/api/gen/media?limit=${PAGE}&cursor=${of(subject).cursor}`),
    },
    {
      name: 'submit',
      send: ({ call }) => call('POST', '/api/gen/image', { body: { prompt: 'one more mug' } }),
    },
  ]
}

/** Page by page, like an agent: the cursor is the one that the service gave. */
async function readCursorAt({ call }: Subject, rows: number): Promise<string> {
  let cursor = ''
  for (let at = 0; at < rows; at += 100) {
    const size = Math.min(100, rows - at)
    const page = await call('GET', `/api/gen/media?limit=${size}${cursor && `&cursor=${cursor}`}`)
    if (page.nextCursor === null) throw new Error(`the list ended after ${at + size} of ${rows} rows`)
    cursor = page.nextCursor
  }
  return cursor
}
