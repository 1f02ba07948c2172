import { mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Agent } from 'undici'
import { cleanReason, type OpenAnswer, openCall, wasNeverSent } from '#adapters/shared'
import type { ProviderRequest, SubmitResponse } from '#platform/providers'
import { buildCall } from './build-call.ts'
import { openaiCatalogue } from './catalogue.ts'
import { classifyRefusal, type Refused } from './classify-refusal.ts'
import { loadPictures } from './load-pictures.ts'
import { type ImageOrder, matchOffer } from './match-offer.ts'
import type { OpenaiSettings } from './openai-settings.ts'
import { readResult } from './read-result.ts'
import { spoolAnswer } from './spool-answer.ts'
import { expectCost } from './token-costs.ts'

export type OpenaiClient = { dispatcher: Agent; settings: OpenaiSettings }

/** The largest file that we store is 64 MB, and base64 makes four bytes of three. The rest is short. */
const PICTURE_BASE64_MAX = Math.ceil((64 * 1024 * 1024 * 4) / 3)
const REST_BYTES = 1024 * 1024
const ERROR_BYTES_MAX = 64 * 1024

/** Buys pictures with exactly one POST and holds it until they are made. */
export async function submitImages(
  client: OpenaiClient,
  request: ProviderRequest,
  timeoutMs: number,
): Promise<SubmitResponse> {
  const until = Date.now() + timeoutMs
  const { settings } = client
  const order = matchOffer(request, settings.offers ?? openaiCatalogue)
  if (typeof order === 'string') return refuse('invalid_input', order)
  // A picture that was bought and cannot be written down is lost, so this comes first.
  const hasFolder = await mkdir(settings.tempDir, { recursive: true }).then(
    () => true,
    () => false,
  )
  if (!hasFolder) return refuse('provider_transient', 'Pictures cannot be received at the moment')
  const pictures = await loadPictures(request)
  if ('kind' in pictures) return pictures
  const { path, body } = buildCall(order, pictures)
  const leftMs = Math.ceil(until - Date.now())
  // A POST that is cut short is a purchase that nobody hears of.
  if (leftMs < timeoutMs / 2) return refuse('provider_transient', 'The references took too long')
  const unknown = { kind: 'unknown', expectedCostMicros: expectCost(order.offer, order.request) } as const
  try {
    const answer = await openCall(client.dispatcher, `${settings.baseUrl.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: newHeaders(settings.key, request.reference),
      body,
      timeoutMs: leftMs,
    })
    return (await readAnswer(settings, order, answer)) ?? unknown
  } catch (error) {
    return wasNeverSent(error) ? refuse('provider_transient', 'The provider cannot be reached') : unknown
  }
}

const refuse = (errorClass: Refused['class'], message: string): Refused => ({
  kind: 'refused',
  class: errorClass,
  message,
})

const newHeaders = (key: string, reference: string) => ({
  authorization: `Bearer ${key}`,
  // It makes nothing idempotent. Our records and the provider's support can name the request by it.
  'x-client-request-id': reference,
  // A kept connection that the provider closes at this moment would lose the whole job.
  connection: 'close',
})

/** Undefined when the answer does not prove anything. */
async function readAnswer(
  settings: OpenaiSettings,
  order: ImageOrder,
  { status, headers, body }: OpenAnswer,
): Promise<SubmitResponse | undefined> {
  if (status >= 200 && status < 300) {
    const bytesMax = order.request.n * PICTURE_BASE64_MAX + REST_BYTES
    return readResult(await spoolAnswer(body, settings.tempDir, bytesMax), order)
  }
  const text = await readBeginning(body)
  return classifyRefusal({ status, headers, text }, (words) => cleanReason(words, [settings.key]))
}

/** Of an error, the status counts even when its text is cut or never ends. */
async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > ERROR_BYTES_MAX) break
    }
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}
