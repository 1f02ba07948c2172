import type { Upload } from '../core/index.ts'

/** Real milliseconds, as documented for uploads by address. */
const TIMEOUT_MS = 30_000
const SIZE_BYTES_MAX = 100 << 20

/** The file at an address of the caller; `undefined` when it cannot be had. */
export async function fetchFile(url: string): Promise<Upload | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const isSmall = Number(answer.headers.get('content-length') ?? 0) <= SIZE_BYTES_MAX
    if (!answer.ok || !isSmall) {
      await answer.body?.cancel()
      return undefined
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    return bytes.length > SIZE_BYTES_MAX ? undefined : { bytes, contentType: detectType(bytes) }
  } catch {
    return undefined
  }
}

const BEGINNINGS: [begin: string, contentType: string][] = [
  ['89504e47', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
]

/** By the first bytes: what a server says about its files is often wrong. */
export function detectType(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 12)
  if (hex.startsWith('52494646') && hex.endsWith('57454250')) return 'image/webp'
  if (hex.slice(8, 16) === '66747970') return 'video/mp4'
  return BEGINNINGS.find(([begin]) => hex.startsWith(begin))?.[1] ?? 'application/octet-stream'
}
