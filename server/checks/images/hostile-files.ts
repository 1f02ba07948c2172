// Files that must be refused, and files that may be accepted or refused but must do no harm.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Random } from '../../harness/random/index.ts'
import * as build from './build-files.ts'
import { paint, paintFile } from './paint-good.ts'
import { KINDS, type Maker, newCanary } from './sample.ts'

const { blankPng, insertInPng, jpegSegment, pngChunk, pngHead, resizeJpegHeader, webp, webpCanvas } = build

const refused = (bytes: Buffer) => ({ bytes, expect: 'refused' as const })
const either = (bytes: Buffer) => ({ bytes, expect: 'either' as const })

const text = (value: string) => Buffer.from(value, 'latin1')
const NOTHING = Buffer.alloc(0)
const END = pngChunk('IEND', NOTHING)

/** The first bytes of other file types. */
const OTHER_KINDS = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg>&x;</svg>',
  '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n',
  '%!PS-Adobe-3.0 EPSF-3.0\n',
  '<!doctype html><script>alert(1)</script>',
  'BM\x46\0\0\0\0\0\0\0\x36\0\0\0',
  'RIFF\x24\0\0\0WAVEfmt ',
  '\0\0\0\x18ftypheic\0\0\0\0heicmif1',
  '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf',
  '\0\0\0\x18ftypmp42\0\0\0\0mp42isom',
  '\0\0\0\x0cjP  \r\n\x87\n',
  'II*\0\x08\0\0\0\0\0',
  '8BPS\0\x01\0\0\0\0\0\0\0\x03',
  'PK\x03\x04\x14\0\0\0\x08\0',
  'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "https://evil.example/x"\n',
] as const

const MAGIC: Record<build.Kind, Buffer> = {
  png: text('\x89PNG\r\n\x1a\n'),
  jpeg: text('\xff\xd8\xff\xe0'),
  webp: text('RIFF\xff\0\0\0WEBP'),
}

function flipBits(random: Random, file: Buffer, count: number, from = 0): Buffer {
  const changed = Buffer.from(file)
  for (let flip = 0; flip < count; flip++) {
    const at = random.int(from, changed.length - 1)
    changed[at] = (changed[at] ?? 0) ^ (1 << random.int(0, 7))
  }
  return changed
}

const cutAt =
  (from: number, to: number, expect: 'refused' | 'either'): Maker =>
  async (random) => {
    const file = await paintFile(random, random.pick(KINDS))
    return { bytes: file.subarray(0, Math.floor(file.length * (from + random.next() * (to - from)))), expect }
  }

/** A PNG chunk that grows by a thousand when it is decompressed. */
const swelling = (name: string, head: string, sizeBytes: number): Maker => {
  let chunk: Buffer | undefined
  return async (random) => {
    chunk ??= pngChunk(name, Buffer.concat([text(head), deflateSync(Buffer.alloc(sizeBytes, 'A'))]))
    return either(insertInPng(await paintFile(random, 'png'), chunk))
  }
}

/** The lossless format: a signature, then 14 bits of width and 14 of height, each minus one. */
function losslessWebp(width: number, height: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(0x2f)
  head.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  return webp(build.webpChunk('VP8L', Buffer.concat([head, rest])))
}

const bombs: Record<string, Maker> = {
  'bomb: png that keeps its word': (random) => {
    const side = random.int(5_001, 9_000)
    return refused(blankPng({ width: side, height: side, depth: 1, colour: 0 }))
  },
  'bomb: png of a head alone': (random) => {
    const [width, height] = [random.int(20_000, 2 ** 31 - 1), random.int(20_000, 2 ** 31 - 1)]
    return refused(Buffer.concat([pngHead({ width, height }), pngChunk('IDAT', deflateSync(NOTHING)), END]))
  },
  'bomb: jpeg': async (random) => {
    const jpeg = await paintFile(random, 'jpeg')
    return refused(resizeJpegHeader(jpeg, random.int(5_001, 65_500), random.int(5_001, 65_500)))
  },
  'bomb: webp canvas': async (random) => {
    const size = [random.int(5_001, 16_383), random.int(5_001, 16_383)] as const
    const pixels = build.webpChunks(await paintFile(random, 'webp'))
    return refused(webp(webpCanvas(random.pick([0, 2]), ...size), ...pixels))
  },
  'bomb: webp without loss': (random) =>
    refused(losslessWebp(random.int(5_001, 16_384), random.int(5_001, 16_384), random.bytes(200))),
  'bomb: a line': (random) =>
    refused(blankPng({ width: 1, height: random.int(16_385, 2_000_000), depth: 1, colour: 0 })),
  'bomb: text': swelling('zTXt', 'Comment\0\0', 300_000_000),
  'bomb: profile': swelling('iCCP', 'icc\0\0', 300_000_000),
  'a size within bounds, and no pixels': async (random) => {
    const [width, height] = [random.int(3_000, 4_990), random.int(3_000, 4_990)]
    const kind = random.pick(KINDS)
    // A decoder may fill the missing part of a terminated JPEG with grey.
    if (kind === 'jpeg') return either(resizeJpegHeader(await paintFile(random, kind), width, height))
    if (kind === 'webp') return refused(losslessWebp(width, height, NOTHING))
    return refused(Buffer.concat([pngHead({ width, height }), pngChunk('IDAT', deflateSync(NOTHING)), END]))
  },
}

export const hostileFiles: Record<string, Maker> = {
  ...bombs,
  'cut short': cutAt(0, 0.9, 'refused'),
  'cut near the end': cutAt(0.9, 1, 'either'),
  'another kind': (random) => refused(Buffer.concat([text(random.pick(OTHER_KINDS)), random.bytes(99)])),
  'another kind behind our magic': (random) =>
    refused(Buffer.concat([MAGIC[random.pick(KINDS)], text(random.pick(OTHER_KINDS)), random.bytes(99)])),
  'one of our kinds behind the magic of another': async (random) => {
    const [kind, other] = random.pick([
      ['png', 'jpeg'],
      ['jpeg', 'webp'],
      ['webp', 'png'],
    ] as const)
    const file = await paintFile(random, kind)
    return refused(Buffer.concat([MAGIC[other], file.subarray(MAGIC[other].length)]))
  },
  'gif or tiff': async (random) => {
    const picture = paint(random, 60, 40)
    return refused(await (random.next() < 0.5 ? picture.gif() : picture.tiff()).toBuffer())
  },
  'nothing, or hardly anything': (random) =>
    refused(MAGIC[random.pick(KINDS)].subarray(0, random.int(0, 12))),
  'noise behind our magic': (random) =>
    refused(Buffer.concat([MAGIC[random.pick(KINDS)], random.bytes(random.int(0, 2_000))])),
  'no size': async (random) => {
    const [width, height] = random.pick([
      [0, 9],
      [9, 0],
      [0, 0],
    ] as const)
    if (random.next() < 0.5) return refused(blankPng({ width, height }))
    return refused(resizeJpegHeader(await paintFile(random, 'jpeg'), width, 0))
  },
  'bits flipped': async (random) =>
    either(flipBits(random, await paintFile(random, random.pick(KINDS)), random.int(1, 40))),
  'bits of the head flipped': async (random) => {
    const file = await paintFile(random, random.pick(KINDS))
    const head = flipBits(random, file.subarray(0, 80), random.int(1, 6), 12)
    return either(Buffer.concat([head, file.subarray(80)]))
  },
  'png of wrong sums': async (random) => {
    const bad = pngChunk('tEXt', text('Comment\0anything'))
    bad.writeUInt32BE(random.int(0, 2 ** 31), bad.length - 4)
    return either(insertInPng(await paintFile(random, 'png'), bad))
  },
  'png of wrong lengths': async (random) => {
    const bad = pngChunk('tEXt', random.bytes(50), random.pick([0, 7, 51, 70_000, 2 ** 31 - 1, 2 ** 32 - 1]))
    return either(insertInPng(await paintFile(random, 'png'), bad))
  },
  'jpeg of wrong lengths': async (random) => {
    const bad = jpegSegment(
      random.pick([0xdb, 0xc4, 0xe1, 0xfe]),
      random.bytes(50),
      random.pick([0, 1, 9, 65_535]),
    )
    return either(build.insertInJpeg(await paintFile(random, 'jpeg'), bad))
  },
  'webp of wrong lengths': async (random) => {
    const bad = build.webpChunk('JUNK', random.bytes(50), random.pick([7, 70_000, 2 ** 31, 2 ** 32 - 1]))
    return either(webp(webpCanvas(0, 90, 60), bad, ...build.webpChunks(await paintFile(random, 'webp'))))
  },
  'png of thousands of pixel chunks': (random) => {
    const pixels = deflateSync(Buffer.alloc(301 * 100), { level: 0 })
    const parts = Array.from(pixels, (byte) => pngChunk('IDAT', Buffer.from([byte])))
    const few = parts.slice(0, parts.length - random.int(0, 9))
    return either(Buffer.concat([pngHead({ width: 100, height: 100 }), ...few, END]))
  },
  'png of two heads': async (random) => {
    const second = pngHead({ width: 30_000, height: 30_000 }).subarray(8)
    const canary = newCanary(random)
    const note = pngChunk('tEXt', text(`Comment\0${canary}`))
    return { ...either(insertInPng(await paintFile(random, 'png'), second, note)), canary }
  },
  'jpeg within a jpeg': async (random) => {
    const inner = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    return either(build.insertInJpeg(await paintFile(random, 'jpeg'), jpegSegment(0xe1, inner), inner))
  },
}
