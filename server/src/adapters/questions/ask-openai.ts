import type { Answer } from '#adapters/shared'
import { askPrice, askReference } from './ask-shared.ts'
import { type Inquiry, judge, open, type Reply } from './inquiry.ts'
import type { Kit } from './new-kit.ts'

const MODEL = 'openai/gpt-image-2.6-flare'
const order = {
  model: 'gpt-image-2.6-flare',
  prompt: 'a plain grey square',
  n: 1,
  size: '1024x1024',
  quality: 'low',
  output_format: 'png',
}

/** What only a real key can show of OpenAI. */
export const openaiInquiry = (baseUrl: string): Inquiry => ({
  purchases: 6,
  microsEach: 80_000,
  plan: [
    'buys one picture through the adapter',
    'sends the same order twice with one Idempotency-Key, without and with a complexity',
    'sends three orders with a value that does not exist, which are refused and name those that do',
  ],
  ask: (kit) => askAll(kit, baseUrl.replace(/\/+$/, '')),
})

async function* askAll(kit: Kit, baseUrl: string): AsyncGenerator<Reply> {
  yield* askPrice(kit, MODEL)
  const buy = (body: object, headers = {}) => kit.buy(`${baseUrl}/images/generations`, { body, headers })
  for (const field of ['size', 'quality', 'complexity'])
    yield askValues(kit, field, await buy({ ...order, [field]: 'none-of-these' }))
  const headers = { 'idempotency-key': `provider-check-${Date.now()}` }
  const plain = await buy(order, headers)
  const medium = await buy({ ...order, complexity: 'medium' }, headers)
  yield compareTwice(kit, plain, medium)
  yield compareComplexity(plain, medium)
  yield describeHeaders(plain)
  yield describeTrouble(kit, [plain, medium])
  yield askReference(kit)
}

/** A refused value is free, and the text of the refusal lists those that are taken. */
function askValues(kit: Kit, field: string, answer: Answer): Reply {
  const question = `Which values of ${field} does GPT Image 2.6 take?`
  if (answer.kind !== 'answered') return open(question, 'there was no answer')
  const status = kit.show(answer)
  if (answer.status < 400) return { ...open(question, 'a value that does not exist was taken'), status }
  const { error } = Object(answer.json) as { error?: { param?: unknown } }
  const isNamed = error?.param === field
  const observed = isNamed
    ? 'the refusal names the field; its text lists the values'
    : 'it was refused for another reason'
  return { question, observed, verdict: isNamed ? 'as expected' : 'open', status }
}

const usageOf = (answer: Answer) =>
  (answer.kind === 'answered'
    ? (Object(answer.json) as { usage?: Record<string, unknown> }).usage
    : undefined) ?? {}

/** There is no job to name: a second answer with a usage of its own is a second purchase. */
function compareTwice(kit: Kit, first: Answer, second: Answer): Reply {
  const question = 'Does it honour Idempotency-Key?'
  const isBought = (answer: Answer) => usageOf(answer).output_tokens !== undefined
  if (!isBought(first) || !isBought(second))
    return { ...open(question, 'one of the two submits was not accepted'), status: statusOf(kit, second) }
  const createdOf = (answer: Answer) => (answer.kind === 'answered' ? Object(answer.json).created : undefined)
  const isSame =
    createdOf(first) === createdOf(second) && first.kind === second.kind && sameText(first, second)
  const observed = isSame
    ? 'the second answer is the first one'
    : 'the second submit made a picture of its own'
  return { question, observed, verdict: judge(!isSame) }
}

const sameText = (one: Answer, other: Answer): boolean =>
  one.kind === 'answered' && other.kind === 'answered' && one.text === other.text

/** A result is megabytes of base64; only an error has a text. */
const statusOf = (kit: Kit, answer: Answer): string =>
  answer.kind === 'answered' && answer.status < 300 ? String(answer.status) : kit.show(answer)

function compareComplexity(plain: Answer, medium: Answer): Reply {
  const question = 'Which complexity is used when none is given?'
  const [one, other] = [usageOf(plain).output_tokens, usageOf(medium).output_tokens]
  return open(question, `${String(one)} output tokens without it, ${String(other)} with medium`)
}

function describeHeaders(answer: Answer): Reply {
  const question = 'Which headers tell the rate?'
  if (answer.kind !== 'answered') return open(question, 'there was no answer')
  const names = Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit-'))
  const observed = names.length > 0 ? names.join(', ') : 'none'
  return { question, observed, verdict: judge(names.length === 0) }
}

function describeTrouble(kit: Kit, answers: Answer[]): Reply {
  const question = 'What are the bodies for an empty account and for a missing verification?'
  const troubled = answers.find((one) => one.kind === 'answered' && [403, 429].includes(one.status))
  return troubled
    ? { ...open(question, 'a submit was refused'), status: statusOf(kit, troubled) }
    : open(question, 'no submit was refused')
}
