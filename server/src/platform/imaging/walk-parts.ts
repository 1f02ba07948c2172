import { open } from 'node:fs/promises'

/** A chunk, segment or box of a file: its name, and where its content is. */
export type FilePart = { name: string; start: number; length: number }

export type ByteSource = { sizeBytes: number; read(start: number, length: number): Promise<Buffer> }

/** The file does not have the structure of its kind: another kind, truncated, or too many parts. */
class BrokenStructure extends Error {}

/** A picture of 25 million pixels has 9,000 at the usual 8 KB; more are an attack on the reader. */
const PARTS_MAX = 20_000

/** Opens a file for as long as `use` takes. Reading beyond its end throws. */
export async function withByteSource<T>(
  file: string | Buffer,
  use: (bytes: ByteSource) => Promise<T>,
): Promise<T> {
  if (typeof file !== 'string') {
    return use({ sizeBytes: file.length, read: async (start, length) => sliceExactly(file, start, length) })
  }
  await using handle = await open(file)
  return await use({
    sizeBytes: (await handle.stat()).size,
    async read(start, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
      return sliceExactly(buffer.subarray(0, bytesRead), 0, length)
    },
  })
}

function sliceExactly(buffer: Buffer, start: number, length: number): Buffer {
  if (start + length > buffer.length) throw new BrokenStructure('the file ends too early')
  return buffer.subarray(start, start + length)
}

/** Reads the part at an offset and where the next one starts. `undefined`: there are no more. */
type Step = (bytes: ByteSource, at: number) => Promise<(FilePart & { next: number }) | undefined>

async function* walk(bytes: ByteSource, from: number, step: Step): AsyncGenerator<FilePart> {
  let at = from
  for (let count = 0; ; count++) {
    if (count > PARTS_MAX) throw new BrokenStructure('the file has too many parts')
    const part = await step(bytes, at)
    if (!part) return
    if (part.length < 0 || part.start + part.length > bytes.sizeBytes) {
      throw new BrokenStructure('a part is longer than the file')
    }
    yield part
    at = part.next
  }
}

async function requireText(bytes: ByteSource, at: number, text: string): Promise<void> {
  const found = (await bytes.read(at, text.length)).toString('latin1')
  if (found !== text) throw new BrokenStructure('the file does not start like a file of its kind')
}

/** All chunks, to the end of the last one, with its sum. What follows is no part of the picture. */
export async function* walkPng(bytes: ByteSource): AsyncGenerator<FilePart> {
  await requireText(bytes, 0, '\x89PNG\r\n\x1a\n')
  let ended = false
  yield* walk(bytes, 8, async (_, at) => {
    if (ended) return undefined
    const head = await bytes.read(at, 8)
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4)
    ended = name === 'IEND'
    if (ended) await bytes.read(at + 8 + length, 4)
    return { name, start: at + 8, length, next: at + 12 + length }
  })
}

/** All segments to the end, each named by its marker in hexadecimal: `e1` is APP1. Pixels belong to `da`. */
export async function* walkJpeg(bytes: ByteSource): AsyncGenerator<FilePart> {
  await requireText(bytes, 0, '\xff\xd8\xff')
  yield* walk(bytes, 2, async (_, at) => {
    const [prefix, marker = 0] = await bytes.read(at, 2)
    if (prefix !== 0xff) throw new BrokenStructure('a segment has no marker')
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) return { name: 'ff', start: at, length: 0, next: at + 1 }
    if (marker === END) return undefined
    const length = (await bytes.read(at + 2, 2)).readUInt16BE(0) - 2
    const next = marker === SCAN ? await findMarker(bytes, at + 4 + length) : at + 4 + length
    return { name: marker.toString(16), start: at + 4, length: next - at - 4, next }
  })
}

const SCAN = 0xda
const END = 0xd9
const SCAN_READ_BYTES = 64 * 1024

/** Where the pixels of a scan end: at a marker that is neither a byte of the pixels nor a restart. */
async function findMarker(bytes: ByteSource, from: number): Promise<number> {
  for (let at = from; ; ) {
    const read = await bytes.read(at, Math.max(2, Math.min(SCAN_READ_BYTES, bytes.sizeBytes - at)))
    for (let i = read.indexOf(0xff); i >= 0 && i + 1 < read.length; i = read.indexOf(0xff, i + 1)) {
      const marker = read[i + 1] as number
      if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at + i
    }
    // A marker may begin with the last byte.
    at += read.length - 1
  }
}

export async function* walkWebp(bytes: ByteSource): AsyncGenerator<FilePart> {
  await requireText(bytes, 0, 'RIFF')
  await requireText(bytes, 8, 'WEBP')
  const end = 8 + (await bytes.read(4, 4)).readUInt32LE(0)
  if (end > bytes.sizeBytes) throw new BrokenStructure('the file ends too early')
  yield* walk(bytes, 12, async (_, at) => {
    if (at >= end) return undefined
    const head = await bytes.read(at, 8)
    const length = head.readUInt32LE(4)
    return {
      name: head.toString('latin1', 0, 4),
      start: at + 8,
      length,
      next: at + 8 + length + (length % 2),
    }
  })
}

/** The outermost boxes, to the last byte of the file. */
export async function* walkMp4(bytes: ByteSource): AsyncGenerator<FilePart> {
  await requireText(bytes, 4, 'ftyp')
  yield* walk(bytes, 0, async (_, at) => {
    if (at === bytes.sizeBytes) return undefined
    const head = await bytes.read(at, 8)
    const name = head.toString('latin1', 4)
    const declaredBytes = head.readUInt32BE(0)
    const start = at + (declaredBytes === 1 ? 16 : 8)
    const sizeBytes =
      declaredBytes === 1 ? Number((await bytes.read(at + 8, 8)).readBigUInt64BE()) : declaredBytes
    // Zero means: up to the end of the file.
    const next = sizeBytes === 0 ? bytes.sizeBytes : at + sizeBytes
    return { name, start, length: next - start, next }
  })
}
