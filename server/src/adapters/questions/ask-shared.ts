import type { Answer } from '#adapters/shared'
import type { JobState } from '#platform/providers'
import { judge, open, type Reply } from './inquiry.ts'
import { type Kit, plainSquare } from './new-kit.ts'

const PRICE = 'What does one picture cost?'
const IDEMPOTENCY = 'Does it honour Idempotency-Key?'
const REFERENCE = 'Does it accept our reference URLs?'
/** By which share a price may differ from the catalogue. */
const TOLERANCE = 0.25

/** Buys one picture through the adapter, as the service would, and compares its price. */
export async function* askPrice(
  kit: Kit,
  model: string,
  callbackUrl = '',
): AsyncGenerator<Reply, JobState | undefined> {
  const answer = await kit.submit({ ...plainSquare(model), callbackUrl })
  if (answer.kind === 'refused') {
    yield open(PRICE, `the submit was refused (${answer.class}): ${answer.message}`)
    return undefined
  }
  if (answer.kind === 'unknown') {
    yield open(PRICE, 'the submit had no clear answer; it is not sent again')
    return undefined
  }
  if (answer.kind === 'finished') {
    await answer.discard?.()
    yield describePrice(answer.reportedCostMicros, undefined)
    return undefined
  }
  const state = await kit.waitFor(answer.handle)
  const reported = state.kind === 'done' || state.kind === 'failed' ? state.reportedCostMicros : undefined
  if (state.kind === 'done') yield describePrice(reported, answer.expectedCostMicros)
  else yield open(PRICE, `the job is ${state.kind}`)
  return state
}

function describePrice(reported: number | undefined, expected: number | undefined): Reply {
  const inDollars = (micros: number | undefined) =>
    micros === undefined ? 'nothing' : `$${(micros / 1e6).toFixed(4)}`
  const observed = `reported ${inDollars(reported)}, expected ${inDollars(expected)}`
  if (reported === undefined || expected === undefined) return open(PRICE, observed)
  const isExpected = Math.abs(reported - expected) <= expected * TOLERANCE
  return { question: PRICE, observed, verdict: judge(isExpected) }
}

/** Sends one order twice with the same key: two names of the job are two purchases. */
export async function askIdempotency(
  kit: Kit,
  send: (headers: Record<string, string>) => Promise<Answer>,
  nameOf: (json: unknown) => unknown,
): Promise<Reply> {
  const headers = { 'idempotency-key': `provider-check-${Date.now()}` }
  const first = await send(headers)
  const second = await send(headers)
  const [one, other] = [first, second].map((answer) =>
    answer.kind === 'answered' ? nameOf(answer.json) : undefined,
  )
  const status = kit.show(second)
  if (one === undefined || other === undefined)
    return { ...open(IDEMPOTENCY, 'one of the two submits was not accepted'), status }
  const observed = one === other ? 'both submits are the same job' : 'both submits were accepted as two jobs'
  return { question: IDEMPOTENCY, observed, verdict: judge(one !== other), status }
}

/** Needs an address that the provider can open. */
export function askReference(kit: Kit): Reply {
  return open(
    REFERENCE,
    kit.referenceUrl === undefined
      ? 'not asked: give --reference-url, the public address of a stored picture'
      : 'not asked: this provider is sent the bytes of references',
  )
}

export const referenceQuestion = REFERENCE
