import { type Api, readBytes } from './api.ts'
import { expectMatch, expectThat } from './expect.ts'

/** Width and height. */
export function readPngSize(file: Buffer): [number, number] {
  expectThat(file.subarray(1, 4).toString() === 'PNG', 'the file is a PNG')
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

const JPEG_START = 0xffd8
/** The markers that begin a frame header, which holds the size. */
const FRAME_MARKER = /^c[0-35-79-bd-f]$/

export async function expectThumbnail(api: Api, url: string | null): Promise<void> {
  const file = await readBytes(api, url ?? '')
  let at = 2
  while (at + 9 < file.length && !FRAME_MARKER.test(file.readUInt8(at + 1).toString(16)))
    at += 2 + file.readUInt16BE(at + 2)
  const longestSide = Math.max(file.readUInt16BE(at + 5), file.readUInt16BE(at + 7))
  const found = [file.readUInt16BE(0), longestSide]
  expectMatch(found, [JPEG_START, 512], 'the thumbnail is a JPEG with a longest side of 512')
}

/** The length, and the size of the first track. */
export function readMp4(file: Buffer): { seconds: number; width: number; height: number } {
  const movie = file.indexOf('mvhd') + 4
  const track = file.indexOf('tkhd') + 4
  const isMp4 = file.toString('latin1', 4, 8) === 'ftyp' && movie > 3 && track > 3
  expectThat(isMp4, 'the file is an MP4')
  const seconds = file.readUInt32BE(movie + 16) / file.readUInt32BE(movie + 12)
  return { seconds, width: file.readUInt16BE(track + 76), height: file.readUInt16BE(track + 80) }
}
