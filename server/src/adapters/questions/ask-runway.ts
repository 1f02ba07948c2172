import type { Answer } from '#adapters/shared'
import { askIdempotency, askPrice, askReference } from './ask-shared.ts'
import { type Inquiry, judge, open, type Reply } from './inquiry.ts'
import type { Kit } from './new-kit.ts'

const MODEL = 'runway/gpt-image-2-5-flare'
const order = {
  model: 'gpt_image_2_5_flare',
  promptText: 'a plain grey square',
  ratio: '1920:1920',
  outputCount: 1,
  quality: 'low',
}
const video = { model: 'seedance2_5', promptText: 'a plain grey square', ratio: '640:640', audio: false }
const READS_MAX = 60

/** What only a real key can show of Runway. */
export const runwayInquiry = (baseUrl: string): Inquiry => ({
  purchases: 5,
  microsEach: 400_000,
  plan: [
    'buys one picture through the adapter',
    'sends the same order twice with one Idempotency-Key, reads the second until it ends, and deletes it',
    'sends two orders of a video, with a duration of 0 and with one that is no number, which are refused',
  ],
  ask: (kit) => askAll(kit, baseUrl),
})

async function* askAll(kit: Kit, baseUrl: string): AsyncGenerator<Reply> {
  yield* askPrice(kit, MODEL)
  let newest: Answer | undefined
  const send = async (headers: Record<string, string>) => {
    newest = await kit.buy(`${baseUrl}/v1/text_to_image`, { body: order, headers })
    return newest
  }
  yield await askIdempotency(kit, send, idOf)
  yield* askTask(kit, baseUrl, newest)
  yield await askDurations(kit, baseUrl)
  yield open('What is the body of a 429?', 'no call was refused for its rate')
  yield askReference(kit)
}

const idOf = (json: unknown): unknown => (Object(json) as { id?: unknown }).id
type Task = { status?: unknown; progress?: unknown; output?: unknown }
const taskOf = (answer: Answer): Task => Object(answer.kind === 'answered' ? answer.json : {}) as Task

/** Reads a task to its end, and deletes it. */
async function* askTask(kit: Kit, baseUrl: string, bought: Answer | undefined): AsyncGenerator<Reply> {
  const scale = 'Which scale has progress?'
  const hosts = 'At which hosts are results?'
  const deletion = 'Which status has DELETE?'
  const id = bought?.kind === 'answered' ? idOf(bought.json) : undefined
  if (typeof id !== 'string') {
    for (const question of [scale, hosts, deletion]) yield open(question, 'there is no task to read')
    return
  }
  const url = `${baseUrl}/v1/tasks/${encodeURIComponent(id)}`
  const seen: number[] = []
  let task = taskOf(await kit.ask(url))
  for (let reads = 1; reads < READS_MAX && !isEnded(task); reads++) {
    await kit.pause()
    task = taskOf(await kit.ask(url))
    if (typeof task.progress === 'number') seen.push(task.progress)
  }
  yield seen.length === 0
    ? open(scale, 'no read showed a progress')
    : { question: scale, observed: seen.join(', '), verdict: judge(seen.every((one) => one <= 1)) }
  const outputs = Array.isArray(task.output)
    ? task.output.map(String).filter((address) => URL.canParse(address))
    : []
  const names = [...new Set(outputs.map((address) => new URL(address).host))]
  yield open(
    hosts,
    names.length > 0 ? `${names.join(', ')}: they must be in the settings` : 'there is no result',
  )
  const deleted = await kit.ask(url, { method: 'DELETE' })
  const isDone = deleted.kind === 'answered' && deleted.status >= 200 && deleted.status < 300
  const observed = deleted.kind === 'answered' ? `${deleted.status} for a task that ended` : 'no answer'
  yield { question: deletion, observed, verdict: judge(isDone), status: kit.show(deleted) }
}

const isEnded = ({ status }: Task): boolean =>
  status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED'

async function askDurations(kit: Kit, baseUrl: string): Promise<Reply> {
  const question = 'Which durations does Seedance 2.5 take?'
  // Never a long one: it would be paid if it were taken.
  const submit = (duration: number | string) =>
    kit.buy(`${baseUrl}/v1/text_to_video`, { body: { ...video, duration } })
  const [short, wrong] = [await submit(0), await submit('none')]
  const isRefused = [short, wrong].every((one) => one.kind === 'answered' && one.status === 400)
  const observed = isRefused ? 'both are refused; the texts name the bounds' : 'one of them was not refused'
  return {
    question,
    observed,
    verdict: isRefused ? 'as expected' : 'open',
    status: `${kit.show(short)}; ${kit.show(wrong)}`,
  }
}
