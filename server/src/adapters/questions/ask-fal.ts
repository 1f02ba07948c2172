import type { Answer } from '#adapters/shared'
import { askIdempotency, askPrice, askReference, referenceQuestion } from './ask-shared.ts'
import { type Inquiry, judge, open, type Reply } from './inquiry.ts'
import { makePng } from './make-png.ts'
import { fieldsOf, type Kit } from './new-kit.ts'

export type FalAddresses = { queueUrl: string; platformUrl: string }

const MODEL = 'fal/gpt-image-2.5-flare'
const PLAIN = 'openai/gpt-image-2.5/flare/text-to-image'
const EDIT = 'openai/gpt-image-2.5/flare/edit'
const NEWER = 'openai/gpt-image-2.6/flare/text-to-image'
const order = { prompt: 'a plain grey square', image_size: { width: 1024, height: 1024 }, num_images: 1 }
/** Where the mask is white and transparent, the picture is edited. */
const PICTURE = makePng([128, 128, 128, 255], [128, 128, 128, 255])
const MASK = makePng([255, 255, 255, 0], [0, 0, 0, 255])
const MAX_CHECKS = 60

/** What only a real key can show of fal. */
export const falInquiry = (addresses: FalAddresses): Inquiry => ({
  purchases: 5,
  microsEach: 80_000,
  plan: [
    'buys one picture through the adapter, and looks for it in the request list while it runs',
    'sends the same order twice with one Idempotency-Key',
    'edits a picture with a mask',
    'sends one order that fails',
    'reads the price list',
  ],
  ask: (kit) => askAll(kit, addresses),
})

async function* askAll(kit: Kit, addresses: FalAddresses): AsyncGenerator<Reply> {
  const { queueUrl } = addresses
  yield* askPrice(kit, MODEL)
  const send = (headers: Record<string, string>) =>
    kit.buy(`${queueUrl}/${PLAIN}`, { body: { ...order, quality: 'low' }, headers })
  let newest: Answer | undefined
  const fallback = { 'x-app-fal-disable-fallback': 'true' }
  yield await askIdempotency(
    kit,
    async (headers) => {
      newest = await send({ ...headers, ...fallback })
      return newest
    },
    requestIdOf,
  )
  yield await askList(kit, addresses, newest)
  yield await askMask(kit, addresses)
  yield await askFailure(kit, addresses)
  yield await askNewer(kit, addresses)
  yield open(
    'Which header disables the fallback?',
    'x-app-fal-disable-fallback is accepted; no answer shows its effect',
  )
  yield open(
    'How often is a callback tried again?',
    'not asked: it needs a public receiver that refuses for an hour',
  )
  yield open('Does Seedance 2.5 make 1080p?', 'not asked: the answer costs several dollars')
  yield kit.referenceUrl === undefined
    ? askReference(kit)
    : open(referenceQuestion, 'see the question of the mask')
}

const requestIdOf = (json: unknown): unknown => (Object(json) as { request_id?: unknown }).request_id

async function askList(
  kit: Kit,
  { platformUrl, queueUrl }: FalAddresses,
  bought: Answer | undefined,
): Promise<Reply> {
  const question = 'Does the request list show requests that wait or run?'
  const id = bought?.kind === 'answered' ? requestIdOf(bought.json) : undefined
  if (typeof id !== 'string') return open(question, 'there is no request to look for')
  const list = await kit.ask(
    `${platformUrl}/models/requests/by-endpoint?endpoint_id=${encodeURIComponent(PLAIN)}&limit=100`,
  )
  const app = PLAIN.split('/').slice(0, 2).join('/')
  const status = await kit.ask(`${queueUrl}/${app}/requests/${encodeURIComponent(id)}/status`)
  const state = status.kind === 'answered' ? (Object(status.json) as { status?: unknown }).status : undefined
  const isListed = list.kind === 'answered' && list.text.includes(id)
  if (list.kind !== 'answered' || list.status !== 200)
    return { ...open(question, 'the list cannot be read'), status: kit.show(list) }
  // The state was read later: only a request that still runs proves that the list lacks it.
  if (!isListed && state === 'COMPLETED')
    return open(question, 'the request ended before it could be looked for')
  const observed = `a request whose status is ${String(state)} is ${isListed ? '' : 'not '}in the list`
  return { question, observed, verdict: judge(!isListed) }
}

async function askMask(kit: Kit, { queueUrl }: FalAddresses): Promise<Reply> {
  const question = 'Which field takes the mask of a 2.5 edit, and which colour is edited?'
  const picture = kit.referenceUrl ?? PICTURE
  const body = { ...order, quality: 'low', image_urls: [picture], mask_url: MASK }
  const result = await waitForResult(kit, queueUrl, await kit.buy(`${queueUrl}/${EDIT}`, { body }))
  const observed =
    result.kind === 'answered' && result.status === 200
      ? 'mask_url is taken; look at the result in the console of fal: the left half must have changed'
      : 'the edit with mask_url failed'
  return { question, observed, verdict: 'open', status: kit.show(result) }
}

async function askFailure(kit: Kit, { queueUrl }: FalAddresses): Promise<Reply> {
  const question = 'What does the status of a failed job say?'
  const submitted = await kit.buy(`${queueUrl}/${PLAIN}`, { body: { ...order, num_images: 0 } })
  const result = await waitForResult(kit, queueUrl, submitted)
  if (result.kind !== 'answered') return open(question, 'the job could not be read')
  const hasDetail = (Object(result.json) as { detail?: unknown }).detail !== undefined
  const observed = `the result answers ${result.status} with the fields ${fieldsOf(result.json)}`
  return { question, observed, verdict: judge(result.status >= 400 && hasDetail), status: kit.show(result) }
}

/** The answer of the result, or of the submit when that was refused. */
async function waitForResult(kit: Kit, queueUrl: string, submitted: Answer): Promise<Answer> {
  const id = submitted.kind === 'answered' ? requestIdOf(submitted.json) : undefined
  if (typeof id !== 'string') return submitted
  const url = `${queueUrl}/${PLAIN.split('/').slice(0, 2).join('/')}/requests/${encodeURIComponent(id)}`
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    const status = await kit.ask(`${url}/status`)
    const { status: state } = Object(status.kind === 'answered' ? status.json : {}) as { status?: unknown }
    if (state === 'COMPLETED') break
    await kit.pause()
  }
  return kit.ask(url)
}

async function askNewer(kit: Kit, { platformUrl }: FalAddresses): Promise<Reply> {
  const question = 'Does fal offer GPT Image 2.6?'
  const answer = await kit.ask(`${platformUrl}/models/pricing?endpoint_id=${encodeURIComponent(NEWER)}`)
  const { prices } = Object(answer.kind === 'answered' ? answer.json : {}) as { prices?: unknown }
  if (!Array.isArray(prices))
    return { ...open(question, 'no price list was answered'), status: kit.show(answer) }
  const observed = prices.length > 0 ? 'it has a price' : 'the price list does not have it'
  return { question, observed, verdict: judge(prices.length === 0), status: kit.show(answer) }
}
