import { isIP } from 'node:net'
import type { Double } from '../core/index.ts'
import type { Reference } from './read-order.ts'

/** `refused` refuses the request; `broken` is noticed by the model, so the task is accepted and fails. */
export type ReferenceState = { is: 'usable' } | { is: 'refused'; why: string } | { is: 'broken'; why: string }

const URL_CHARACTERS_MAX = 2048
const DATA_URI_BYTES_MAX = 5 << 20
const IMAGE_BYTES_MAX = 16 << 20
const UPLOAD_LIFETIME_MS = 24 * 3_600_000
/** Real milliseconds: a host that does not answer is no matter of the double's own time. */
const TIMEOUT_MS = 5_000

/** The first bytes of each supported type, as Latin-1. */
const MAGIC: Record<string, RegExp> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/jpg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
}

/** An https URL, a data URI, or an upload. */
export async function checkReference(
  double: Double,
  { field, uri }: Reference,
  uploadedAt: ReadonlyMap<string, number>,
): Promise<ReferenceState> {
  const refused = (why: string): ReferenceState => ({
    is: 'refused',
    why: `Invalid asset in ${field}: ${why}`,
  })
  if (uri.startsWith('data:')) return checkDataUri(uri, refused)
  if (uri.startsWith('runway://')) return checkUpload(double, uri, uploadedAt, refused)
  const wrong = findUrlFault(uri, double.settings.loopbackReferences === true)
  if (wrong !== undefined) return refused(wrong)
  return double.settings.fetchReferences === false ? { is: 'usable' } : checkUrl(uri, refused)
}

type Refused = (why: string) => ReferenceState

function checkDataUri(uri: string, refused: Refused): ReferenceState {
  if (uri.length > DATA_URI_BYTES_MAX) return refused('a data URI has at most 5 MB')
  const [, contentType = '', data = ''] = /^data:([^;,]+);base64,([A-Za-z0-9+/]+=*)$/.exec(uri) ?? []
  return checkBytes(contentType, Buffer.from(data, 'base64'), refused)
}

function checkUpload(
  { uploads, clock }: Double,
  uri: string,
  uploadedAt: ReadonlyMap<string, number>,
  refused: Refused,
): ReferenceState {
  const at = uploadedAt.get(uri)
  const found = uploads.get(uri)
  if (at === undefined || !found) return refused('there is no such upload')
  if (clock.now() >= at + clock.scaled(UPLOAD_LIFETIME_MS)) return refused('the upload has expired')
  return checkBytes(found.contentType, found.bytes, refused)
}

/** The tests of adapters serve their files on this machine, without TLS; the setting forbids that too. */
function findUrlFault(uri: string, isLoopbackAllowed: boolean): string | undefined {
  if (uri.length > URL_CHARACTERS_MAX) return `a URL has at most ${URL_CHARACTERS_MAX} characters`
  if (!URL.canParse(uri)) return 'this is not a URL'
  const { protocol, hostname } = new URL(uri)
  const isLoopback = hostname === '127.0.0.1' || hostname === 'localhost'
  if (isLoopback && isLoopbackAllowed && /^https?:$/.test(protocol)) return undefined
  if (protocol !== 'https:') return 'only https URLs are supported'
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return 'the host must be a domain name, not an IP address'
  return undefined
}

async function checkUrl(uri: string, refused: Refused): Promise<ReferenceState> {
  const head = await ask(uri, 'HEAD')
  if (!head) return refused('the host does not answer HEAD')
  if (head.status >= 300 && head.status < 400) return refused('redirects are not followed')
  if (head.status !== 200) return refused(`HEAD was answered ${head.status}`)
  const type = head.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!Object.hasOwn(MAGIC, type)) return refused(`the Content-Type ${type || '(none)'} is not supported`)
  const length = head.headers.get('content-length')
  if (length === null) return refused('there is no Content-Length')
  if (Number(length) > IMAGE_BYTES_MAX) return refused('an image has at most 16 MB')
  const answer = await ask(uri, 'GET')
  if (answer?.status !== 200) return { is: 'broken', why: 'The asset could not be downloaded.' }
  if (answer.bytes.length !== Number(length))
    return { is: 'broken', why: 'The asset does not have the announced length.' }
  return isOfType(type, answer.bytes) ? { is: 'usable' } : { is: 'broken', why: 'The asset is not an image.' }
}

async function ask(uri: string, method: string) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // Compressed bytes would have another length than the announced one.
    const headers = { 'accept-encoding': 'identity', 'user-agent': 'runway-double' }
    const answer = await fetch(uri, { method, redirect: 'manual', signal, headers })
    const { status } = answer
    return { status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  } catch {
    return undefined
  }
}

function checkBytes(contentType: string, bytes: Buffer, refused: Refused): ReferenceState {
  if (!Object.hasOwn(MAGIC, contentType)) return refused('only png, jpeg and webp images are supported')
  return isOfType(contentType, bytes) ? { is: 'usable' } : refused('the bytes are not of the announced type')
}

const isOfType = (type: string, bytes: Buffer): boolean =>
  MAGIC[type]?.test(bytes.subarray(0, 16).toString('latin1')) === true
