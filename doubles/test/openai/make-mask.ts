import { crc32, deflateSync } from 'node:zlib'

const FILTER_COUNT = 5

/** A PNG with alpha whose pixels are all opaque, but the last one when it is `transparent`. */
export function makeMask(width: number, height: number, transparent = true): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width * 4, 255)
    if (transparent && y === height - 1) row[row.length - 1] = 0
    return row
  })
  // Each filter occurs: alpha is readable only after all of them were undone.
  const filtered = rows.map((row, y) =>
    filterRow(row, rows[y - 1] ?? Buffer.alloc(width * 4), y % FILTER_COUNT),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(filtered)))]
  return Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function filterRow(row: Buffer, above: Buffer, filter: number): Buffer {
  const line = Buffer.alloc(row.length + 1, filter)
  for (const [at, value] of row.entries()) {
    const [left, up, corner] = [row[at - 4] ?? 0, above[at] ?? 0, above[at - 4] ?? 0]
    const nearest = [left, up, corner].toSorted(
      (one, other) => Math.abs(left + up - corner - one) - Math.abs(left + up - corner - other),
    )
    const guess = [0, left, up, (left + up) >> 1, nearest[0] ?? 0][filter] ?? 0
    line[at + 1] = value - guess
  }
  return line
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
