import type { Answer } from '#adapters/shared'
import { askIdempotency, askPrice, askReference } from './ask-shared.ts'
import { type Inquiry, judge, open, type Reply } from './inquiry.ts'
import type { Kit } from './new-kit.ts'

const MODEL = 'kie/gpt-image-2-5-flare'
const PLAIN = 'gpt-image-2-5-flare-text-to-image'
const NEWER = 'gpt-image-2-6-economy-text-to-image'
const CALLBACK = 'https://provider-check.invalid/cb/kie/none'
const input = { prompt: 'a plain grey square', aspect_ratio: '1:1', resolution: '1K' }
const READS_MAX = 40

/** What only a real key can show of kie. */
export const kieInquiry = (apiUrl: string): Inquiry => ({
  purchases: 4,
  microsEach: 80_000,
  plan: [
    'buys one picture through the adapter',
    'sends the same order twice with one Idempotency-Key, and reads the records of the second',
    'orders one picture of GPT Image 2.6, which is refused if it does not exist',
    'calls with a wrong key, and asks for a task of the older interface',
  ],
  ask: (kit) => askAll(kit, apiUrl),
})

async function* askAll(kit: Kit, apiUrl: string): AsyncGenerator<Reply> {
  const state = yield* askPrice(kit, MODEL, CALLBACK)
  const submit = (model: string, headers = {}) =>
    kit.buy(`${apiUrl}/api/v1/jobs/createTask`, { body: { model, callBackUrl: CALLBACK, input }, headers })
  let newest: Answer | undefined
  const sendTwice = async (headers: Record<string, string>) => {
    newest = await submit(PLAIN, headers)
    return newest
  }
  yield await askIdempotency(kit, sendTwice, taskIdOf)
  yield* askRecord(kit, apiUrl, newest)
  yield describeNewer(kit, await submit(NEWER))
  yield await askWrongKey(kit, apiUrl)
  yield await askLifetime(state?.kind === 'done' ? state.files[0] : undefined)
  yield await askOlder(kit, apiUrl)
  yield open('What does code 500 on createTask mean?', 'no submit got it; the adapter takes it as unknown')
  yield askReference(kit)
}

const dataOf = (json: unknown) => Object((Object(json) as { data?: unknown }).data) as Record<string, unknown>
const codeOf = (answer: Answer): unknown =>
  answer.kind === 'answered' ? (Object(answer.json) as { code?: unknown }).code : undefined
const taskIdOf = (json: unknown): unknown => dataOf(json).taskId

/** Reads a task from the moment it was made. */
async function* askRecord(kit: Kit, apiUrl: string, bought: Answer | undefined): AsyncGenerator<Reply> {
  const [missing, shown] = ['How long is "recordInfo is null" answered?', 'Is callBackUrl inside param?']
  const id = bought?.kind === 'answered' ? taskIdOf(bought.json) : undefined
  if (typeof id !== 'string') {
    yield open(missing, 'there is no task to read')
    yield open(shown, 'there is no task to read')
    return
  }
  const startedAt = performance.now()
  const read = () => kit.ask(`${apiUrl}/api/v1/jobs/recordInfo?taskId=${encodeURIComponent(id)}`)
  let answer = await read()
  for (let reads = 1; codeOf(answer) !== 200 && reads < READS_MAX; reads++) {
    await kit.pause()
    answer = await read()
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  if (answer.kind !== 'answered' || codeOf(answer) !== 200) {
    yield { ...open(missing, `there is no record after ${seconds} s`), status: kit.show(answer) }
    yield open(shown, 'there is no record')
    return
  }
  yield { question: missing, observed: `the record was there after ${seconds} s`, verdict: 'as expected' }
  const isShown = String(dataOf(answer.json).param).includes('callBackUrl')
  yield { question: shown, observed: isShown ? 'it is' : 'it is not', verdict: judge(isShown) }
}

function describeNewer(kit: Kit, answer: Answer): Reply {
  const question = 'What are the names and fields of GPT Image 2.6?'
  const isAccepted = codeOf(answer) === 200
  const observed = isAccepted
    ? `${NEWER} takes prompt, aspect_ratio and resolution`
    : `an order of ${NEWER} is refused with the code ${String(codeOf(answer))}`
  return { question, observed, verdict: isAccepted ? 'as expected' : 'open', status: kit.show(answer) }
}

async function askWrongKey(kit: Kit, apiUrl: string): Promise<Reply> {
  const question = 'Which HTTP status do 401, 402 and 429 have?'
  const answer = await kit.ask(`${apiUrl}/api/v1/chat/credit`, { key: 'no-key' })
  if (answer.kind !== 'answered') return open(question, 'there was no answer')
  const code = String(codeOf(answer))
  const observed = `a wrong key gets HTTP ${answer.status}, code ${code}; the others were not provoked`
  const isRefused = codeOf(answer) === 401 || answer.status === 401
  return { question, observed, verdict: judge(isRefused), status: kit.show(answer) }
}

type File = { kind: string; url?: string }

async function askLifetime(file: File | undefined): Promise<Reply> {
  const question = 'How long do result addresses live?'
  if (!file?.url) return open(question, 'no file was made')
  // The key is for the API only: the host of a file must not see it.
  const answer = await fetch(file.url, { method: 'HEAD' }).catch(() => undefined)
  const named = ['expires', 'cache-control', 'x-amz-expiration'].flatMap((name) => {
    const value = answer?.headers.get(name)
    return value ? [`${name}: ${value}`] : []
  })
  return open(question, `HTTP ${answer?.status ?? 'nothing'} now; ${named.join(', ') || 'no header tells'}`)
}

async function askOlder(kit: Kit, apiUrl: string): Promise<Reply> {
  const question = 'Is the older 4o interface alive?'
  const answer = await kit.ask(`${apiUrl}/api/v1/gpt4o-image/record-info?taskId=none`)
  const isAlive = answer.kind === 'answered' && answer.status !== 404 && codeOf(answer) !== 404
  const observed = isAlive ? 'its address answers' : 'its address does not answer'
  // The adapter does not use it either way.
  return { question, observed, verdict: 'as expected', status: kit.show(answer) }
}
