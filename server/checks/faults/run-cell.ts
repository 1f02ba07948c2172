import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import type { Cell, Fault, Order } from './cell.ts'
import { modelOf, WINDOW_SECONDS, type World } from './open-world.ts'

/** What a caller has seen of the job of a cell. */
export type Ran = {
  cell: Cell
  /** Of the answer to the submit. */
  answer: { status: number; code: string | undefined; id: string | undefined }
  /** The last poll; undefined when there was nothing to poll. */
  media: PolledMedia | undefined
  /** Every text that the caller was sent. */
  texts: string[]
  /** Progress never falls. */
  progress: number[]
  seconds: number
  /** Why it could not be run to its end. */
  trouble?: string
}

export type PolledMedia = {
  id: string
  status: string
  waiting: boolean
  progress: number | null
  errorCode: string | null
  creditsCost: number
  creditsRefunded: number
  outputs: { videoUrl: string }[]
}

const POLL_MS = 400
const TAKEN_WITHIN_MS = 120_000
const BUSY_MS = 2_000
/** The window, the grace of the last check, the downloads, and a busy machine. */
const FINAL_WITHIN_MS = (WINDOW_SECONDS + 90) * 1_000

/** Orders one job while its faults wait at the double, and follows it until it is final. */
export async function runCell(world: World, cell: Cell): Promise<Ran> {
  const startedAt = performance.now()
  const ran: Ran = {
    cell,
    answer: { status: 0, code: undefined, id: undefined },
    ...{ media: undefined, texts: [], progress: [], seconds: 0 },
  }
  try {
    if (!cell.isLate) await arrange(world, cell)
    await order(world, ran)
    if (cell.isLate) {
      await poll(world, ran, ({ status }) => status !== 'queued')
      await arrange(world, cell)
    }
    await poll(world, ran, ({ waiting }) => !waiting)
  } catch (error) {
    ran.trouble = String(error)
  }
  ran.seconds = (performance.now() - startedAt) / 1_000
  return ran
}

async function arrange({ doubles }: World, { provider, mark, ...cell }: Cell): Promise<void> {
  const double = doubles.byName[provider]
  // The cell before may have left it without a listener.
  await waitUntil(`${provider} answers`, async () => Boolean(await double.settings()), { withinMs: 20_000 })
  if (cell.settings) await double.set(cell.settings)
  const toMatch = ({ match, ...fault }: Fault) =>
    match === null ? fault : { ...fault, match: { prompt: mark, ...match } }
  if (cell.faults.length > 0) await double.fault(...cell.faults.map(toMatch))
  // It still answers this request, so a quick machine could order before its listener is closed.
  if (cell.faults.some(({ fault }) => fault === 'refuse_connections'))
    await waitUntil(
      `${provider} refuses connections`,
      async () => (await double.settings().catch(() => undefined)) === undefined,
      { withinMs: 5_000, everyMs: 10 },
    )
}

async function order(world: World, ran: Ran): Promise<void> {
  const { provider, mark, order: wanted = {} } = ran.cell
  const kind = wanted.kind ?? 'image'
  const body = {
    prompt: `a mug on a table, ${mark}`,
    model: modelOf(provider, kind),
    ...fieldsOf(world, wanted),
  }
  const answer = await sendUntilTaken(world, `/api/gen/${kind}`, body)
  ran.texts.push(answer.text)
  const { code, id } = Object(answer.body)
  ran.answer = { status: answer.status, code: code, id }
  if (ran.answer.id === undefined) throw new Error(`the submit was answered ${answer.status}: ${answer.text}`)
}

/** A busy machine refuses new jobs for a moment; nothing is charged or sent then. */
async function sendUntilTaken(world: World, path: string, body: object) {
  for (const until = performance.now() + TAKEN_WITHIN_MS; ; await sleep(BUSY_MS)) {
    const answer = await sendRequest(targetOf(world), 'POST', path, { body })
    const isBusy = answer.status === 503 && answer.body?.code === 'service_unavailable'
    if (!isBusy || performance.now() > until) return answer
  }
}

function fieldsOf({ photoIds }: World, { kind, n, references = 0 }: Order): object {
  return {
    ...(kind === 'video' ? { durationSeconds: 6 } : { n: n ?? 1 }),
    ...(references > 0 && { photoReferenceIds: photoIds.slice(0, references) }),
  }
}

async function poll(world: World, ran: Ran, isOver: (media: PolledMedia) => boolean): Promise<void> {
  const until = performance.now() + FINAL_WITHIN_MS
  while (performance.now() < until) {
    const answer = await sendRequest(targetOf(world), 'GET', `/api/gen/media/${ran.answer.id}`)
    if (answer.status !== 200) throw new Error(`a poll was answered ${answer.status}: ${answer.text}`)
    if (ran.texts.at(-1) !== answer.text) ran.texts.push(answer.text)
    const media = answer.body as PolledMedia
    ran.media = media
    if (media.progress !== null && media.waiting) ran.progress.push(media.progress)
    if (isOver(media)) return
    await sleep(POLL_MS)
  }
  throw new Error(`the job is still ${ran.media?.status}`)
}

const targetOf = ({ system, apiKey }: World) => ({
  baseUrl: system.baseUrl,
  headers: { 'x-api-key': apiKey },
})
