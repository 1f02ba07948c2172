import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { storeFiles } from '../../src/production/results/index.ts'
import { useSystem } from '../use-system.ts'

// A provider may cut a file and give it the right length all the same. What is cut after the last pixel
// decodes without an error.

const system = useSystem()

const draw = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })

/** Larger than what is kept in memory: it is read from disk. */
const LARGE_SIDE = 1_000

const pictures: [string, Buffer][] = [
  ['PNG', await draw(64).png().toBuffer()],
  ['PNG with text behind its pixels', withText(await draw(64).png().toBuffer())],
  ['large PNG', await draw(LARGE_SIDE).png({ compressionLevel: 0 }).toBuffer()],
  ['JPEG', await draw(64).jpeg().toBuffer()],
  ['progressive JPEG', await draw(64).jpeg({ progressive: true }).toBuffer()],
  [
    'large JPEG',
    await draw(3 * LARGE_SIDE)
      .jpeg({ quality: 95 })
      .toBuffer(),
  ],
  ['WebP', await draw(64).webp().toBuffer()],
  ['lossless WebP', await draw(64).webp({ lossless: true }).toBuffer()],
  [
    'WebP with a text behind its pixels',
    await draw(64).webp().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer(),
  ],
]

/** A chunk `tEXt` before the end. Its sum is not checked by decoders that do not know it. */
function withText(png: Buffer): Buffer {
  const text = Buffer.from('Comment\0made by a model')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(text.length, 0)
  head.write('tEXt', 4)
  return Buffer.concat([png.subarray(0, -12), head, text, Buffer.alloc(4), png.subarray(-12)])
}

/** `given`: what the provider gives each time, the last one again and again. */
async function store(given: Buffer[]) {
  let asked = 0
  const open = async () => Readable.from([given[Math.min(asked++, given.length - 1)]])
  const job = { id: newId('media'), kind: 'image' as const, leftMs: 60_000 }
  const files = [{ index: 0, source: { kind: 'stream' as const, open } }]
  const [stored] = await storeFiles(system().app, job, files, { fileHosts: [] })
  return { stored, asked }
}

test.each(pictures)('a %s that is cut anywhere near its end is never stored', async (_, whole) => {
  for (const bytes of [1, 2, 4, 8, 11, 12, 13, 30, 60]) {
    const { stored, asked } = await store([whole.subarray(0, -bytes)])
    expect([bytes, stored?.kind]).toEqual([bytes, 'broken'])
    expect(asked).toBeGreaterThan(1)
  }
})

test.each(pictures)('a %s that is cut once is taken again, and stored whole', async (_, whole) => {
  const { stored, asked } = await store([whole.subarray(0, -1), whole])
  expect(stored).toMatchObject({ kind: 'stored', file: { sizeBytes: whole.length } })
  expect(asked).toBe(2)
})

test.each(pictures)('a %s with something behind its end is stored as it is', async (_, whole) => {
  const longer = Buffer.concat([whole, Buffer.from('more')])
  const { stored, asked } = await store([longer])
  expect(stored).toMatchObject({ kind: 'stored', file: { sizeBytes: longer.length } })
  expect(asked).toBe(1)
})
