import { crc32, deflateSync } from 'node:zlib'

const SIDE = 512
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

/** A square PNG whose halves have one colour each, as a data URI. */
export function makePng(left: Pixel, right: Pixel): string {
  const row = Buffer.from([
    0,
    ...Array.from({ length: SIDE }, (_, x) => (x < SIDE / 2 ? left : right)).flat(),
  ])
  const size = Buffer.alloc(8)
  size.writeUInt32BE(SIDE, 0)
  size.writeUInt32BE(SIDE, 4)
  // Eight bits each of red, green, blue and alpha.
  const header = Buffer.concat([size, Buffer.from([8, 6, 0, 0, 0])])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)))
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return `data:image/png;base64,${Buffer.concat([SIGNATURE, ...chunks]).toString('base64')}`
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
