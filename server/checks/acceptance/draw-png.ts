import { crc32, deflateSync } from 'node:zlib'

export type Rgb = [red: number, green: number, blue: number]

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const CHUNK_OVERHEAD_BYTES = 12

/** A valid PNG of one colour. With `sizeBytes`, a chunk that readers skip brings it to exactly that size. */
export function drawPng(width: number, height: number, colour: Rgb = [200, 40, 40], sizeBytes = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(colour))])
  const pixels = Buffer.concat(Array<Buffer>(height).fill(row))
  const before = [SIGNATURE, chunk('IHDR', header)]
  before.push(chunk('IDAT', deflateSync(pixels, { level: sizeBytes > 0 ? 0 : 6 })))
  const end = chunk('IEND', Buffer.alloc(0))
  if (sizeBytes === 0) return Buffer.concat([...before, end])
  const usedBytes = Buffer.concat([...before, end]).length + CHUNK_OVERHEAD_BYTES
  return Buffer.concat([...before, chunk('paDd', Buffer.alloc(sizeBytes - usedBytes)), end])
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(CHUNK_OVERHEAD_BYTES + data.length)
  out.writeUInt32BE(data.length)
  out.write(type, 4)
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}

type FormFile = { bytes: Buffer; type?: string; name?: string }

/** A multipart form with one file, or none. */
export function writeForm(
  fields: Record<string, string>,
  file: Buffer | FormFile | null = drawPng(320, 240),
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) appendFile(form, Buffer.isBuffer(file) ? { bytes: file } : file)
  return form
}

export function appendFile(
  form: FormData,
  { bytes, type = 'image/png', name = 'reference.png' }: FormFile,
): void {
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
}
