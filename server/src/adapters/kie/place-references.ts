import { randomUUID } from 'node:crypto'
import { FormData } from 'undici'
import { type Answer, asRecord, readRetryAfterMs } from '#adapters/shared'
import type { ErrorClass, ReferencePicture, SubmitResponse } from '#platform/providers'
import { classifyRefusal } from './classify-error.ts'
import type { KieAccount } from './kie-account.ts'
import { readEnvelope } from './read-envelope.ts'

type Refused = SubmitResponse & { kind: 'refused' }
type Placed = { kind: 'placed'; addresses: string[] }

const UPLOAD_PATH = 'references'
const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Makes the references of a request readable for kie. Nothing is bought by it. */
export async function placeReferences(
  account: KieAccount,
  references: readonly ReferencePicture[],
  timeoutMs: number,
): Promise<Placed | Refused> {
  if (account.settings.referencesAs === 'url')
    return { kind: 'placed', addresses: references.map(({ url }) => url) }
  const uploads = await Promise.all(references.map((one) => upload(account, one, timeoutMs)))
  const refused = uploads.find((one) => typeof one !== 'string')
  if (refused) return refused
  return { kind: 'placed', addresses: uploads.filter((one) => typeof one === 'string') }
}

/** The address of an uploaded picture. */
async function upload(
  account: KieAccount,
  reference: ReferencePicture,
  timeoutMs: number,
): Promise<string | Refused> {
  const picture = await reference.load().catch(() => undefined)
  // Our own storage did not answer, so the picture itself may be fine.
  if (!picture) return refuse('provider_transient', 'A reference could not be read.')
  const form = new FormData()
  form.append('uploadPath', UPLOAD_PATH)
  // The same name would replace a file that another order still needs.
  const name = `${randomUUID()}.${extensions[picture.contentType] ?? 'bin'}`
  form.append('file', new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType }), name)
  return readUpload(await account.askUploads('/api/file-stream-upload', { body: form, timeoutMs }))
}

function readUpload(answer: Answer): string | Refused {
  const envelope = readEnvelope(answer)
  const { downloadUrl, fileUrl } = asRecord(envelope?.data)
  const address = [downloadUrl, fileUrl].find((one) => typeof one === 'string' && URL.canParse(one))
  if (envelope?.code === 200 && typeof address === 'string') return address
  const told = envelope && classifyRefusal(envelope.code, '')
  if (told === 'auth' || told === 'quota') return refuse(told, 'The provider takes no uploads.')
  if (told === 'invalid_input' || told === 'input_unreachable')
    return refuse('input_unreachable', 'The provider does not take a reference.')
  // Whatever else went wrong with an upload, it can be done again.
  const retryAfterMs = answer.kind === 'answered' ? readRetryAfterMs(answer.headers) : undefined
  const refused = refuse('provider_transient', 'The provider could not be sent the references.')
  return retryAfterMs === undefined ? refused : { ...refused, retryAfterMs }
}

const refuse = (errorClass: ErrorClass, message: string): Refused => ({
  kind: 'refused',
  class: errorClass,
  message,
})
