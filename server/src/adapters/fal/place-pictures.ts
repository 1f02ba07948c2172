import { type Answer, callProvider, isRecord } from '#adapters/shared'
import { whitenMask } from '#platform/imaging'
import type { ProviderRequest, ReferencePicture, SubmitResponse } from '#platform/providers'
import type { Addresses } from './build-input.ts'
import { classifyError, hasEnvelope } from './classify-error.ts'
import type { FalAccount } from './fal-account.ts'

type Refused = SubmitResponse & { kind: 'refused' }
type Placed = { kind: 'placed'; addresses: Addresses }
type Picture = { bytes: Buffer; contentType: string }

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/**
 * Makes the pictures of a request readable for the provider. Nothing is bought by it. A mask is always
 * uploaded, since the provider wants another one than ours.
 */
export async function placePictures(
  account: FalAccount,
  request: ProviderRequest,
  timeoutMs: number,
): Promise<Placed | Refused> {
  const { isPublic } = account.settings
  const { references, mask } = request
  // All calls of all uploads share the time, so that the submit keeps its own.
  const endsAt = performance.now() + timeoutMs
  const leftMs = () => Math.max(1, Math.ceil(endsAt - performance.now()))
  try {
    const expected = expectAddresses(account, request)
    const upload = async (load: () => Promise<Picture>, name: string) =>
      uploadPicture(account, { picture: await loaded(load), name, leftMs })
    const [placedMask, ...placed] = await Promise.all([
      mask && upload(() => loadMask(mask), expected.mask as string),
      ...references.map(({ load }, at) => {
        const address = expected.references[at] as string
        return isPublic ? address : upload(load, address)
      }),
    ])
    const addresses = { references: placed, ...(placedMask && { mask: placedMask }) }
    return { kind: 'placed', addresses: addresses as Addresses }
  } catch (error) {
    if (error instanceof NotPlaced) return error.refused
    throw error
  }
}

/** The addresses that are known before an upload: our own, or the name of a file without its kind. */
export function expectAddresses({ settings }: FalAccount, request: ProviderRequest): Addresses {
  const name = request.reference.replaceAll('/', '.')
  return {
    references: request.references.map(({ url }, at) =>
      settings.isPublic ? withReference(url, request.reference) : `${name}-${at + 1}`,
    ),
    ...(request.mask && { mask: `${name}-mask` }),
  }
}

/** Two jobs may use the same picture. Our service ignores the addition, and the input becomes unique. */
function withReference(url: string, reference: string): string {
  const address = new URL(url)
  address.searchParams.set('job', reference)
  return address.href
}

async function loadMask(mask: ReferencePicture): Promise<Picture> {
  const { bytes } = await mask.load()
  return { bytes: await whitenMask(bytes), contentType: 'image/png' }
}

async function loaded(load: () => Promise<Picture>): Promise<Picture> {
  try {
    return await load()
  } catch {
    // Our own storage did not answer, so the picture itself may be fine.
    const message = 'A reference could not be read.'
    throw new NotPlaced({ kind: 'refused', class: 'provider_transient', message })
  }
}

type Upload = { picture: Picture; name: string; leftMs: () => number }

/** An address is asked for with the key, and the bytes are put there without it. */
async function uploadPicture(account: FalAccount, { picture, name, leftMs }: Upload): Promise<string> {
  const { bytes, contentType } = picture
  const fileName = `${name}.${extensions[contentType] ?? 'bin'}`
  const { restUrl, key } = account.settings
  const answer = await account.ask(`${restUrl}/storage/upload/initiate?storage_type=fal-cdn-v3`, {
    body: { file_name: fileName, content_type: contentType },
    timeoutMs: leftMs(),
  })
  const { upload_url: uploadUrl, file_url: fileUrl } = readUpload(answer, key)
  if (!isSafe(uploadUrl, restUrl)) throw notUploaded()
  const put = await callProvider(account.dispatcher, uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: bytes,
    timeoutMs: leftMs(),
  })
  if (put.kind !== 'answered' || put.status >= 300) throw notUploaded()
  return fileUrl
}

function readUpload(answer: Answer, key: string): { upload_url: string; file_url: string } {
  if (answer.kind !== 'answered') throw notUploaded()
  const { status, json } = answer
  if (status < 300 && isRecord(json)) {
    const { upload_url, file_url } = json
    if (typeof upload_url === 'string' && typeof file_url === 'string') return { upload_url, file_url }
  }
  // The account can be locked for uploads too; everything else passes.
  const isTold = status >= 400 && status < 500 && hasEnvelope(json)
  throw isTold ? new NotPlaced({ kind: 'refused', ...classifyError(answer, key) }) : notUploaded()
}

/** Pictures go out encrypted; only a double on the machine of the API may do without. */
function isSafe(url: string, restUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === new URL(restUrl).origin
}

class NotPlaced extends Error {
  refused: Refused
  constructor(refused: Refused) {
    super(refused.message)
    this.refused = refused
  }
}

function notUploaded(): NotPlaced {
  const message = 'The provider could not be sent the references.'
  return new NotPlaced({ kind: 'refused', class: 'provider_transient', message })
}
