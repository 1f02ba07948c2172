// Good pictures that carry more than pixels. They are accepted, and what they carry is removed.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Random } from '../../harness/random/index.ts'
import * as build from './build-files.ts'
import { encode, paint, paintFile } from './paint-good.ts'
import { KINDS, type Maker, newCanary } from './sample.ts'

const { insertInJpeg, insertInPng, jpegSegment, pngChunk, webp, webpCanvas, webpChunk, webpChunks } = build

type Hide = (random: Random, canary: string) => Promise<Buffer>

const carrying =
  (hide: Hide, expect: 'accepted' | 'either' = 'accepted'): Maker =>
  async (random) => {
    const canary = newCanary(random)
    return { bytes: await hide(random, canary), canary, expect }
  }

const text = (value: string) => Buffer.from(value, 'latin1')

/** A valid ICC profile with extra bytes that no reader uses. */
async function profileWith(canary: string): Promise<Buffer> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
  const { icc = Buffer.alloc(0) } = await sharp(
    await picture.withIccProfile('p3').jpeg().toBuffer(),
  ).metadata()
  const profile = Buffer.concat([icc, text(canary)])
  profile.writeUInt32BE(profile.length)
  return profile
}

/** Adds chunks before and after the picture of a WebP. Flags: ICC 32, EXIF 8, XMP 4. */
const around = async (random: Random, flags: number, before: Buffer[], after: Buffer[]) =>
  webp(webpCanvas(flags, 90, 60), ...before, ...webpChunks(await smallWebp(random)), ...after)

const smallWebp = (random: Random) => encode(paint(random, 90, 60), 'webp').toBuffer()

const chunksOf =
  (name: string, zip: (data: Buffer) => Buffer, head: string): Hide =>
  async (random, canary) =>
    insertInPng(
      await paintFile(random, 'png'),
      pngChunk(name, Buffer.concat([text(head), zip(text(canary))])),
    )

const asIs = (data: Buffer) => data

export const carriers: Record<string, Maker> = {
  'EXIF with a location': carrying((random, canary) => {
    const location = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSDateStamp: canary }
    const picture = paint(random, 90, 60).withExif({
      IFD0: { ImageDescription: canary, Make: canary },
      IFD3: location,
    })
    return encode(picture, random.pick(KINDS)).toBuffer()
  }),
  XMP: carrying((random, canary) =>
    encode(paint(random, 90, 60).withXmp(`<x:xmpmeta>${canary}</x:xmpmeta>`), random.pick(KINDS)).toBuffer(),
  ),
  'ICC in jpeg': carrying(async (random, canary) => {
    const profile = Buffer.concat([text('ICC_PROFILE\0\x01\x01'), await profileWith(canary)])
    return insertInJpeg(await paintFile(random, 'jpeg'), jpegSegment(0xe2, profile))
  }),
  'ICC in png': carrying(async (random, canary) => {
    const data = Buffer.concat([text(`${canary}\0\0`), deflateSync(await profileWith(canary))])
    return insertInPng(await paintFile(random, 'png'), pngChunk('iCCP', data))
  }),
  'ICC in webp': carrying(async (random, canary) =>
    around(random, 32, [webpChunk('ICCP', await profileWith(canary))], []),
  ),
  'png tEXt': carrying(chunksOf('tEXt', asIs, 'Comment\0')),
  'png iTXt': carrying(chunksOf('iTXt', asIs, 'Comment\0\0\0en\0\0')),
  'png zTXt': carrying(chunksOf('zTXt', deflateSync, 'Comment\0\0')),
  'png eXIf that is none': carrying(chunksOf('eXIf', asIs, 'MM\0*'), 'either'),
  'png of an unknown chunk': carrying(chunksOf('prVt', asIs, '')),
  'png of a mark of origin': carrying(chunksOf('caBX', asIs, 'jumbc2pa')),
  'jpeg COM': carrying(async (random, canary) =>
    insertInJpeg(await paintFile(random, 'jpeg'), jpegSegment(0xfe, text(canary))),
  ),
  'jpeg APPn': carrying(async (random, canary) => {
    const marker = random.pick([0xe3, 0xe4, 0xe5, 0xe9, 0xeb, 0xed, 0xef])
    return insertInJpeg(await paintFile(random, 'jpeg'), jpegSegment(marker, text(canary)))
  }),
  'jpeg + HTML': carrying(async (random, canary) => {
    const page = text(`<html><script>${canary}</script></html>`)
    const jpeg = insertInJpeg(await paintFile(random, 'jpeg'), jpegSegment(0xfe, page))
    return Buffer.concat([jpeg, page])
  }),
  'png + ZIP': carrying(async (random, canary) =>
    Buffer.concat([await paintFile(random, 'png'), text(`PK\x03\x04${'\0'.repeat(22)}${canary}PK\x05\x06`)]),
  ),
  'webp of unknown chunks': carrying((random, canary) =>
    around(random, 0, [], [webpChunk('JUNK', text(canary)), webpChunk('C2PA', text(canary))]),
  ),
  'webp of EXIF and XMP that are none': carrying((random, canary) =>
    around(random, 12, [], [webpChunk('EXIF', text(canary)), webpChunk('XMP ', text(canary))]),
  ),
  'something after the end': carrying(async (random, canary) =>
    Buffer.concat([await paintFile(random, random.pick(KINDS)), random.bytes(40), text(canary)]),
  ),
  'thousands of chunks': carrying(async (random, canary) => {
    const many = <T>(one: T) => Array.from({ length: random.int(1_000, 5_000) }, () => one)
    const kind = random.pick(KINDS)
    if (kind === 'webp') return around(random, 0, [], many(webpChunk('JUNK', text(canary))))
    if (kind === 'jpeg')
      return insertInJpeg(await paintFile(random, kind), ...many(jpegSegment(0xfe, text(canary))))
    return insertInPng(await paintFile(random, kind), ...many(pngChunk('tEXt', text(`Comment\0${canary}`))))
  }, 'either'),
}
