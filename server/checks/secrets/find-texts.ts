import type { Canary } from './canaries.ts'

export type Found = { canary: Canary; form: string }
type Needle = Found & { bytes: Buffer }

/** A window of so many bytes decides whether a text may begin here. */
const WINDOW = 4
const BUCKETS = 65_536

/** Reads bytes once, however many texts are looked for. */
export function newFinder(canaries: Canary[]): (bytes: Buffer) => Found[] {
  const byHead = new Map<number, Needle[]>()
  const mayBegin = new Uint8Array(BUCKETS)
  for (const needle of canaries.flatMap(formsOf)) {
    const head = needle.bytes.readUInt32BE(0)
    byHead.set(head, [...(byHead.get(head) ?? []), needle])
    mayBegin[bucketOf(head)] = 1
  }
  return (bytes) => {
    const found = new Set<Needle>()
    let head = 0
    for (let at = 0; at < bytes.length; at++) {
      head = ((head << 8) | (bytes[at] as number)) >>> 0
      if (mayBegin[bucketOf(head)] === 0) continue
      const from = at + 1 - WINDOW
      for (const needle of byHead.get(head) ?? [])
        if (from >= 0 && needle.bytes.equals(bytes.subarray(from, from + needle.bytes.length)))
          found.add(needle)
    }
    return [...found]
  }
}

const bucketOf = (head: number): number => (Math.imul(head, 0x9e3779b1) >>> 16) & (BUCKETS - 1)

/** A text as it is, and as it looks inside of something that is encoded. */
function formsOf(canary: Canary): Needle[] {
  const { text } = canary
  const bytes = Buffer.from(text)
  const forms: [string, string][] = [
    ['as it is', text],
    ['in hexadecimal', bytes.toString('hex')],
    ...[0, 1, 2].map((shift): [string, string] => ['in base64', innerBase64(bytes, shift)]),
  ]
  return forms.map(([form, written]) => ({ canary, form, bytes: Buffer.from(written) }))
}

/** What of it does not depend on its neighbours, when so many bytes stand before it. */
function innerBase64(bytes: Buffer, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
  const begin = shift === 0 ? 0 : 4
  return whole.toString('base64').slice(begin, Math.floor(whole.length / 3) * 4)
}
