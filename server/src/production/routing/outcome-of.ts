import type { ErrorClass, SubmitResponse } from '#platform/providers'
import type { Outcome } from './breaker.ts'

/** Of a refused submit. Errors of rendering are no answer to a submit: such an answer is a failure. */
const refusals: Record<ErrorClass, Outcome> = {
  moderation: 'answered',
  invalid_input: 'answered',
  input_unreachable: 'answered',
  auth: 'shut',
  quota: 'shut',
  rate: 'failed',
  provider_transient: 'failed',
  provider_failed: 'failed',
  timeout: 'failed',
  expired: 'failed',
  unknown: 'failed',
}

/** What the answer to a submit says about its provider. */
export function outcomeOf(answer: SubmitResponse): Outcome {
  if (answer.kind === 'refused') return refusals[answer.class]
  return answer.kind === 'unknown' ? 'failed' : 'answered'
}
