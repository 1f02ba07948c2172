// Pictures that must be accepted: a cleaner that refuses everything would pass all other cases.
import sharp, { type Sharp } from 'sharp'
import { seededRandom } from '../../harness/random/index.ts'
import { blankPng, insertInPng, type Kind, pngChunk } from './build-files.ts'
import { encode, paint, paintFile, paintTurned } from './paint-good.ts'
import { KINDS, type Maker } from './sample.ts'

const SIDE_NEAR_LIMIT = 4_990

const accepted = (bytes: Buffer) => ({ bytes, expect: 'accepted' as const })

const plain =
  (kind: Kind): Maker =>
  async (random) =>
    accepted(await paintFile(random, kind, 900))

const turned =
  (kind: Kind): Maker =>
  async (random) => ({
    ...accepted(await paintTurned(kind, random.int(1, 8))),
    isTurned: true,
  })

/** Created once: they are slow to make and always the same. */
function once(make: () => Promise<Buffer> | Buffer): Maker {
  let made: Promise<Buffer> | undefined
  return async () => {
    made ??= Promise.resolve(make())
    return accepted(await made)
  }
}

/** Grain that repeats, but never in the same column: real noise for this many pixels takes half a minute. */
function grainy(): Sharp {
  const grain = seededRandom(1)
    .bytes(65_521)
    .map((byte) => 118 + (byte % 20))
  const pixels = Buffer.alloc(SIDE_NEAR_LIMIT * SIDE_NEAR_LIMIT * 3, grain)
  return sharp(pixels, { raw: { width: SIDE_NEAR_LIMIT, height: SIDE_NEAR_LIMIT, channels: 3 } })
}

export const goodPictures: Record<string, Maker> = {
  'good png': plain('png'),
  'good jpeg': plain('jpeg'),
  'good webp': plain('webp'),
  'good, see-through': async (random) => {
    const kind = random.pick<Kind>(['png', 'webp'])
    return accepted(await encode(paint(random, 200, 150, 4), kind).toBuffer())
  },
  'good, grey': async (random) =>
    accepted(await encode(paint(random, 120, 90).toColourspace('b-w'), random.pick(KINDS)).toBuffer()),
  'good, palette': async (random) =>
    accepted(await paint(random, 120, 90).png({ palette: true, colours: 16 }).toBuffer()),
  'good, interlaced or progressive': async (random) => {
    const picture = paint(random, 220, 180)
    return accepted(
      await (random.next() < 0.5
        ? picture.png({ progressive: true })
        : picture.jpeg({ progressive: true })
      ).toBuffer(),
    )
  },
  'good, 16 bits': async (random) =>
    accepted(await paint(random, 120, 90).toColourspace('rgb16').png().toBuffer()),
  'good, CMYK': async (random) =>
    accepted(await paint(random, 120, 90).toColourspace('cmyk').jpeg().toBuffer()),
  'good, one bit': (random) =>
    accepted(blankPng({ width: random.int(1, 300), height: random.int(1, 300), depth: 1, colour: 0 })),
  'good, a thin line': async (random) => {
    const long = random.int(1, 16_000)
    const [width, height] = random.next() < 0.5 ? [1, long] : [long, 1]
    return accepted(await encode(paint(random, width, height), random.pick(KINDS)).toBuffer())
  },
  'good, moving webp': async (random) => {
    const pages = random.int(2, 5)
    const { data, info } = await paint(random, 60, 40 * pages)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels, pageHeight: 40 }
    return accepted(await sharp(data, { raw }).webp({ loop: 0 }).toBuffer())
  },
  'good, moving png': async (random) => {
    const png = await paintFile(random, 'png')
    const frame = Buffer.alloc(26)
    png.copy(frame, 4, 16, 24)
    const moves = [pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])), pngChunk('fcTL', frame)]
    return accepted(insertInPng(png, ...moves))
  },
  'good, turned jpeg': turned('jpeg'),
  'good, turned png': turned('png'),
  'good, turned webp': turned('webp'),
  'good, near the limit: png': once(() => blankPng({ width: SIDE_NEAR_LIMIT, height: SIDE_NEAR_LIMIT })),
  'good, near the limit: 16 bits, interlaced': once(() =>
    sharp(blankPng({ width: SIDE_NEAR_LIMIT, height: SIDE_NEAR_LIMIT, depth: 16, colour: 6 }))
      .png({ progressive: true })
      .toBuffer(),
  ),
  'good, near the limit: jpeg': once(() =>
    grainy().jpeg({ quality: 50, progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
  ),
  'good, near the limit: webp': once(() => grainy().webp({ quality: 50, effort: 0 }).toBuffer()),
  // The most expensive to encode: nothing in it repeats.
  'good, nothing but noise': async (random) => {
    const noise = new Uint8Array(1_400 * 1_400 * 3).map(() => random.int(0, 255))
    const picture = sharp(noise, { raw: { width: 1_400, height: 1_400, channels: 3 } })
    return accepted(await encode(picture, random.pick(KINDS)).toBuffer())
  },
}
