import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { runParallel } from '../../harness/driver/index.ts'
import type { Shop } from './open-shop.ts'

const VICTIMS = 5
const IN_PARALLEL = 16
const WAKE_MS = 3_000
const FOREIGN_ID = 'ab'.repeat(16)

/** What false callbacks did. `changes`: rows that differ afterwards. */
export type Attack = { changes: string[]; wrongAnswers: string[]; reads: number; seconds: number }

type Sent = { url: string; taskId: string; key?: string; status: number }

/**
 * Sends false, replayed and misdirected callbacks to lost jobs of kie whose own callback never comes, and to
 * a job that is done.
 */
export async function sendFalseCallbacks(shop: Shop, calls: number): Promise<Attack> {
  const { kie } = shop.doubles
  const before = (await kie.log()).requests.length
  const done = await shop.submit('kie', 'a mug that is done')
  await kie.fault(
    { fault: 'lost_reply', on: 'submit', times: VICTIMS },
    { fault: 'missing', times: VICTIMS, match: { prompt: 'victim' } },
  )
  const victims = await Promise.all(
    Array.from({ length: VICTIMS }, (_, at) => shop.submit('kie', `victim ${at}`)),
  )
  await sleep(WAKE_MS)
  const { requests, submits } = await kie.log()
  const urls = requests.slice(before).flatMap(({ route, body }) => (route === 'submit' ? [urlOf(body)] : []))
  const urlFor = (id: string) => urls.find((url) => url.includes(id)) ?? ''
  const taskOf = (id: string) => submits.find(({ reference }) => reference?.startsWith(id))?.taskIds[0] ?? ''
  const attacks = victims.flatMap((id): Sent[] => {
    const [url, taskId] = [urlFor(id), taskOf(id)]
    return [
      { url, taskId, key: 'a key of another customer', status: 200 },
      { url: url.replace('p=0', 'p=1'), taskId, status: 404 },
      { url: `${url.slice(0, -4)}AAAA`, taskId, status: 404 },
      { url, taskId: taskOf(done), status: 200 },
      { url: urlFor(done), taskId: taskOf(done), status: 200 },
      { url: urlFor(done), taskId: FOREIGN_ID, status: 200 },
    ]
  })
  const state = await readState(shop)
  const readsBefore = await countReads(shop)
  const startedAt = performance.now()
  const wrongAnswers: string[] = []
  await runParallel(IN_PARALLEL, Array(calls).keys(), async (at) => {
    const attack = attacks[at % attacks.length] as Sent
    const status = await post(shop, attack)
    if (status !== attack.status) wrongAnswers.push(`${attack.url}: ${status}`)
  })
  const seconds = (performance.now() - startedAt) / 1_000
  await sleep(WAKE_MS)
  const after = await readState(shop)
  const changes = after.filter((row) => !state.includes(row))
  const reads = (await countReads(shop)) - readsBefore
  for (const id of victims) await post(shop, { url: urlFor(id), taskId: taskOf(id), status: 200 })
  return { changes, wrongAnswers, reads, seconds }
}

const urlOf = (body: unknown): string => String((body as { callBackUrl?: unknown } | null)?.callBackUrl)

async function post(
  { dispatcher }: Shop,
  { url, taskId, key = 'double-webhook-key' }: Sent,
): Promise<number> {
  const time = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${taskId}.${time}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'x-webhook-timestamp': time,
    'x-webhook-signature': signature,
  }
  const body = JSON.stringify({ code: 200, msg: 'success', data: { taskId, state: 'success' } })
  const answer = await request(url, { method: 'POST', headers, body, dispatcher })
  await answer.body.dump()
  return answer.statusCode
}

/** What a callback could change: jobs, tries, hints and credits. */
async function readState({ query }: Shop): Promise<string[]> {
  const rows = await query<{ row: string }>(
    `select concat_ws(' ', 'media', id, status, finished_at, object_key) as row from media
     union all select concat_ws(' ', 'try', media_id, try, state, provider_job_id) from provider_submits
     union all select concat_ws(' ', 'hint', media_id, part, provider_job_id) from callback_hints
     union all select concat_ws(' ', 'entries', count(*)) from ledger_entries`,
  )
  return rows.map(({ row }) => row)
}

const countReads = async ({ doubles }: Shop): Promise<number> =>
  (await doubles.kie.log()).requests.filter(({ route }) => route === 'status').length
