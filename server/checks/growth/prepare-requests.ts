import type pg from 'pg'
import { type Dispatcher, request } from 'undici'

export type Subject = {
  baseUrl: string
  apiKey: string
  userId: string
  client: pg.Client
  dispatcher: Dispatcher
}

const PAGE = 10
/** The thousandth page begins after so many. */
const DEEP = 1_000 * PAGE - PAGE

export type Question = { name: string; ask: (subject: Subject, round: number) => Promise<void> }

async function get(subject: Subject, path: string): Promise<unknown> {
  const headers = { 'x-api-key': subject.apiKey }
  const answer = await request(subject.baseUrl + path, { headers, dispatcher: subject.dispatcher })
  const body = await answer.body.json()
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  return body
}

/** What is asked, and what must have been prepared for it: ids to poll, and the cursor of the deep page. */
export async function prepareQuestions(subjects: Subject[]): Promise<Question[]> {
  const prepared = new Map<Subject, { ids: string[]; cursor: string }>()
  for (const subject of subjects) {
    const { rows } = await subject.client.query<{ id: string }>(
      `select id from media where user_id = $1 order by md5(id) limit 400`,
      [subject.userId],
    )
    prepared.set(subject, { ids: rows.map((row) => row.id), cursor: await walkTo(subject, DEEP) })
  }
  const of = (subject: Subject) => prepared.get(subject) as { ids: string[]; cursor: string }
  return [
    {
      name: 'poll',
      ask: async (subject, round) => {
        const { ids } = of(subject)
        await get(subject, `/api/gen/media/${ids[round % ids.length]}`)
      },
    },
    {
      name: 'list, first page',
      ask: async (subject) => {
        await get(subject, `/api/gen/media?limit=${PAGE}`)
      },
    },
    {
      name: 'list, page 1,000',
      ask: async (subject) => {
        await get(subject, `/api/gen/media?limit=${PAGE}&cursor=${of(subject).cursor}`)
      },
    },
    { name: 'submit', ask: submit },
  ]
}

async function submit(subject: Subject): Promise<void> {
  const answer = await request(`${subject.baseUrl}/api/gen/image`, {
    method: 'POST',
    headers: { 'x-api-key': subject.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'one more mug' }),
    dispatcher: subject.dispatcher,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 201) throw new Error(`a submit answered ${answer.statusCode}: ${text}`)
}

/** Page by page, as an agent would: the cursor is the one that the service gave, not one that we made. */
async function walkTo(subject: Subject, rows: number): Promise<string> {
  let cursor = ''
  for (let at = 0; at < rows; at += 100) {
    const size = Math.min(100, rows - at)
    const next = cursor && `&cursor=${cursor}`
    const page = (await get(subject, `/api/gen/media?limit=${size}${next}`)) as { nextCursor: string | null }
    if (page.nextCursor === null) throw new Error(`the list ended after ${at + size} of ${rows} rows`)
    cursor = page.nextCursor
  }
  return cursor
}
