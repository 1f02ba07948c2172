import type { Answer } from '#adapters/shared'
import type { ProviderRequest, SubmitResponse } from '#platform/providers'
import { buildTask } from './build-task.ts'
import { runwayCatalogue } from './catalogue.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { priceJob, readCost } from './credits.ts'
import { matchOffer } from './match-offer.ts'
import type { RunwayClient } from './new-runway-client.ts'
import { sendReferences } from './send-references.ts'

/** Sends the references, then buys with exactly one POST. */
export async function submitTask(
  client: RunwayClient,
  request: ProviderRequest,
  timeoutMs: number,
): Promise<SubmitResponse> {
  const until = Date.now() + timeoutMs
  const order = matchOffer(request, client.settings.offers ?? runwayCatalogue)
  if (typeof order === 'string') return { kind: 'refused', class: 'invalid_input', message: order }
  const references = await sendReferences(client, request.references, timeoutMs / 2)
  if (references.kind === 'refused') return references
  const leftMs = Math.ceil(until - Date.now())
  // A POST that is cut short is a purchase that nobody knows of.
  if (leftMs < timeoutMs / 4)
    return { kind: 'refused', class: 'provider_transient', message: 'The references took too long' }
  const { path, body } = buildTask(order, references.uris)
  // Runway is not known to look at this header: it only makes the purchases of one job countable.
  const headers = { 'idempotency-key': request.reference }
  const answer = await client.call(path, { body, headers, timeoutMs: leftMs })
  return readAnswer(client, answer, priceJob(order.offer, request))
}

function readAnswer(client: RunwayClient, answer: Answer, priceMicros: number | undefined): SubmitResponse {
  if (answer.kind === 'unsent')
    return { kind: 'refused', class: 'provider_transient', message: 'The provider cannot be reached' }
  const unknown = { kind: 'unknown', ...noted(priceMicros) } as const
  if (answer.kind === 'unclear') return unknown
  if (answer.status < 200 || answer.status > 299) return classifyRefusal(answer, client.clean) ?? unknown
  const { id, estimatedCost } = Object(answer.json) as { id?: unknown; estimatedCost?: unknown }
  if (typeof id !== 'string' || id === '') return unknown
  return {
    kind: 'accepted',
    handle: { jobId: id },
    ...noted(readCost(estimatedCost) ?? priceMicros),
  }
}

const noted = (micros: number | undefined) => (micros === undefined ? {} : { expectedCostMicros: micros })
