import { FormData } from 'undici'
import { callProvider } from '#adapters/shared'
import type { ErrorClass, ReferencePicture } from '#platform/providers'
import { classifyRefusal, type Refused } from './classify-refusal.ts'
import { isAllowedHost } from './is-allowed-host.ts'
import type { RunwayClient } from './new-runway-client.ts'

type Picture = Awaited<ReturnType<ReferencePicture['load']>>
type Sent = { kind: 'sent'; uri: string } | Refused

const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }
/** Of a whole data URI. */
const DATA_URI_CHARACTERS_MAX = 5 * 1024 * 1024

/** The addresses that an order can name, in the order of the references. Nothing is bought by this. */
export async function sendReferences(
  client: RunwayClient,
  references: readonly ReferencePicture[],
  timeoutMs: number,
): Promise<{ kind: 'sent'; uris: string[] } | Refused> {
  const until = Date.now() + timeoutMs
  const all = await Promise.all(references.map((one) => sendReference(client, one, until)))
  const uris: string[] = []
  for (const one of all) {
    if (one.kind === 'refused') return one
    uris.push(one.uri)
  }
  return { kind: 'sent', uris }
}

async function sendReference(
  client: RunwayClient,
  reference: ReferencePicture,
  until: number,
): Promise<Sent> {
  const { referencesAs = 'upload' } = client.settings
  if (referencesAs === 'url') return { kind: 'sent', uri: reference.url }
  const picture = await reference.load().catch(() => undefined)
  if (!picture) return refuse('provider_transient', 'A reference could not be read')
  if (!ENDINGS[picture.contentType])
    return refuse('input_unreachable', 'A reference is neither PNG nor JPEG nor WebP')
  if (referencesAs === 'data') {
    const uri = `data:${picture.contentType};base64,${picture.bytes.toString('base64')}`
    if (uri.length <= DATA_URI_CHARACTERS_MAX) return { kind: 'sent', uri }
  }
  return upload(client, picture, until)
}

/** Two calls: the API hands out a form, and a storage takes it. */
async function upload(client: RunwayClient, picture: Picture, until: number): Promise<Sent> {
  const filename = `reference.${ENDINGS[picture.contentType]}`
  const answer = await client.call('/v1/uploads', {
    body: { filename, type: 'ephemeral' },
    timeoutMs: leftMs(until),
  })
  if (answer.kind !== 'answered') return notTaken()
  if (answer.status >= 400) return classifyRefusal(answer, client.clean) ?? notTaken()
  const form = readForm(answer.json)
  if (!form) return notTaken()
  const { baseUrl, uploadHosts } = client.settings
  if (!isAllowedHost(form.uploadUrl, [new URL(baseUrl).origin, ...uploadHosts]))
    return refuse('provider_failed', 'The provider wants references at a place that is not allowed')
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType }), filename)
  // The form itself is the permission: the storage is not the API and never sees our key.
  const stored = await callProvider(client.dispatcher, form.uploadUrl, { body, timeoutMs: leftMs(until) })
  if (stored.kind !== 'answered') return notTaken()
  if (stored.status >= 200 && stored.status < 300) return { kind: 'sent', uri: form.runwayUri }
  const isUnfit = stored.status === 400 || stored.status === 413
  return isUnfit ? refuse('input_unreachable', 'A reference was not taken by the provider') : notTaken()
}

type Form = { uploadUrl: string; fields: Record<string, string>; runwayUri: string }

function readForm(json: unknown): Form | undefined {
  const { uploadUrl, fields, runwayUri } = Object(json) as Record<keyof Form, unknown>
  if (typeof uploadUrl !== 'string' || typeof runwayUri !== 'string') return undefined
  const texts = Object.entries(Object(fields)).map(([name, value]) => [name, String(value)])
  return { uploadUrl, runwayUri, fields: Object.fromEntries(texts) }
}

const leftMs = (until: number): number => Math.max(1, Math.ceil(until - Date.now()))

const notTaken = (): Refused => refuse('provider_transient', 'The provider takes no references at the moment')

const refuse = (errorClass: ErrorClass, message: string): Refused => ({
  kind: 'refused',
  class: errorClass,
  message,
})
