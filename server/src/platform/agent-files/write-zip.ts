import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** The first of January 1980, the beginning of time in this format: the same files give the same bytes. */
const DATE = 0x0021
const VERSION = 20
const DEFLATED = 8
/** A readable file, as Unix writes it. */
const MADE_BY_UNIX = (3 << 8) | VERSION
const MODE = (0o100644 << 16) >>> 0

/** A zip archive of small text files. */
export function writeZip(files: ReadonlyMap<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text)
    const data = deflateRawSync(content, { level: 9 })
    const shared = describeEntry(name, content, data)
    const local = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), shared, Buffer.from(name), data])
    const central = numbers([CENTRAL, 4], [MADE_BY_UNIX, 2], [VERSION, 2])
    const place = numbers([0, 2], [0, 2], [0, 2], [MODE, 4], [offset, 4])
    directory.push(Buffer.concat([central, shared, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const count = files.size
  const end = numbers(
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [listed.length, 4],
    [offset, 4],
    [0, 2],
  )
  return Buffer.concat([...parts, listed, end])
}

/** What both headers of a file have in common: from the flags to the length of the extra field. */
const describeEntry = (name: string, content: Buffer, data: Buffer): Buffer =>
  numbers(
    [0, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [data.length, 4],
    [content.length, 4],
    [Buffer.byteLength(name), 2],
    [0, 2],
  )

/** Little-endian numbers of two or four bytes. */
function numbers(...fields: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = 0
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
