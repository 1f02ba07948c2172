import { hash } from 'node:crypto'
import { asRecord } from '#adapters/shared'
import type { Handle, ProviderRequest } from '#platform/providers'

/**
 * The handle of a task that only a callback named, with what its record must agree with. The prompt is kept
 * as a digest, because handles outlive the texts of an erased job.
 */
export const adoptTask = (jobId: string, { callbackUrl, prompt }: ProviderRequest): Handle => ({
  jobId,
  callbackUrl,
  promptDigest: hash('sha256', prompt),
})

/**
 * Whether the record of an adopted task is that of our order. Its parameters are a JSON text, and its input
 * in there is one again. What it does not show cannot contradict.
 */
export function isAdoptedFrom(param: unknown, { callbackUrl, promptDigest }: Handle): boolean {
  if (callbackUrl === undefined) return true
  const order = asRecord(parse(param))
  const { prompt } = asRecord(typeof order.input === 'string' ? parse(order.input) : order.input)
  const hasOurUrl = typeof order.callBackUrl !== 'string' || order.callBackUrl === callbackUrl
  return hasOurUrl && (typeof prompt !== 'string' || hash('sha256', prompt) === promptDigest)
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
