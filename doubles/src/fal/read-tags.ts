export type Tags = Record<string, string>

const PAIRS_MAX = 10
const HEADER_BYTES_MAX = 1024

/** `job=<id>,part=1`; returns a sentence when the header breaks its limits. */
export function readTags(header: string | string[] | undefined): Tags | string {
  if (header === undefined) return {}
  const text = String(header)
  if (Buffer.byteLength(text) > HEADER_BYTES_MAX) return 'X-Fal-Tags is too long'
  const pairs = text.split(',').map((pair) => pair.trim().split('='))
  if (pairs.length > PAIRS_MAX) return 'X-Fal-Tags has too many pairs'
  const isWrong = pairs.some(([name = '', value]) => !/^[a-z0-9._-]+$/.test(name) || value === undefined)
  return isWrong ? 'X-Fal-Tags is malformed' : Object.fromEntries(pairs)
}
