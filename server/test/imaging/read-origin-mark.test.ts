import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readOriginMark } from '#platform/imaging'
import * as build from '../../checks/images/build-files.ts'

const { insertInJpeg, insertInPng, jpegSegment, pngChunk, webp, webpChunk, webpChunks } = build

const xmp = (word: string) =>
  `<x:xmpmeta Iptc4xmpExt:DigitalSourceType="http://iptc.example/digitalsourcetype/${word}"/>`
const text = (value: string) => Buffer.from(value, 'latin1')

const blank = () => sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
const file = (kind: build.Kind, note?: string) =>
  (note ? blank().withXmp(xmp(note)) : blank()).toFormat(kind).toBuffer()

const KINDS = ['png', 'jpeg', 'webp'] as const

test.each(KINDS)('a %s whose XMP names a model as its source is marked', async (kind) => {
  const type = `image/${kind}`
  expect(await readOriginMark(await file(kind, 'trainedAlgorithmicMedia'), type)).toBe(true)
  expect(await readOriginMark(await file(kind, 'compositeWithTrainedAlgorithmicMedia'), type)).toBe(true)
  expect(await readOriginMark(await file(kind, 'digitalCapture'), type)).toBe(false)
  expect(await readOriginMark(await file(kind), type)).toBe(false)
})

test('the XMP of a PNG is read from every kind of text chunk, plain or compressed', async () => {
  const plain = text(xmp('trainedAlgorithmicMedia'))
  const isMarked = async (name: string, keyword: string, data: Buffer) => {
    const chunk = pngChunk(name, Buffer.concat([text(keyword), data]))
    return readOriginMark(insertInPng(await file('png'), chunk), 'image/png')
  }
  expect(await isMarked('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', plain)).toBe(true)
  expect(await isMarked('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', deflateSync(plain))).toBe(true)
  expect(await isMarked('zTXt', 'XML:com.adobe.xmp\0\0', deflateSync(plain))).toBe(true)
  expect(await isMarked('tEXt', 'XML:com.adobe.xmp\0', plain)).toBe(true)
  expect(await isMarked('tEXt', 'Comment\0', plain)).toBe(false)
})

test('a C2PA manifest marks a picture of every format', async () => {
  const manifest = text('\0\0\0\x20jumb\0\0\0\x18jumdc2pa')
  const png = insertInPng(await file('png'), pngChunk('caBX', manifest))
  expect(await readOriginMark(png, 'image/png')).toBe(true)
  const jpeg = insertInJpeg(await file('jpeg'), jpegSegment(0xeb, Buffer.concat([text('JP'), manifest])))
  expect(await readOriginMark(jpeg, 'image/jpeg')).toBe(true)
  const moved = webp(...webpChunks(await file('webp')), webpChunk('C2PA', manifest))
  expect(await readOriginMark(moved, 'image/webp')).toBe(true)
})

test('an MP4 is marked by a manifest or by its XMP, in any box', async () => {
  const box = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(8 + data.length)
    return Buffer.concat([size, text(name), data])
  }
  const uuid = (id: string, data: string) => box('uuid', Buffer.concat([Buffer.from(id, 'hex'), text(data)]))
  const bare = [box('ftyp', text('isom')), box('mdat', Buffer.alloc(99))]
  const isMarked = (...boxes: Buffer[]) => readOriginMark(Buffer.concat([...bare, ...boxes]), 'video/mp4')
  expect(await isMarked()).toBe(false)
  expect(await isMarked(uuid('d8fec3d61b0e483c92975828877ec481', '\0\0\0\0manifest'))).toBe(true)
  expect(await isMarked(uuid('be7acfcb97a942e89c71999491e3afac', xmp('trainedAlgorithmicMedia')))).toBe(true)
  expect(await isMarked(uuid('be7acfcb97a942e89c71999491e3afac', xmp('digitalCapture')))).toBe(false)
  expect(await isMarked(box('moov', text(xmp('trainedAlgorithmicMedia'))))).toBe(true)
  expect(await isMarked(text('\0\0\x09\x09uuid'))).toBeNull()
})

test('a file is read from disk, and one that cannot be parsed returns null', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-mark-'))
  const path = join(dir, 'picture')
  await writeFile(path, await file('webp', 'trainedAlgorithmicMedia'))
  expect(await readOriginMark(path, 'image/webp')).toBe(true)
  expect(await readOriginMark(path, 'image/png')).toBeNull()
  expect(await readOriginMark(path, 'text/plain')).toBeNull()
  expect(await readOriginMark(join(dir, 'absent'), 'image/png')).toBeNull()
  const png = await file('png')
  expect(await readOriginMark(png.subarray(0, png.length - 20), 'image/png')).toBeNull()
  await rm(dir, { recursive: true })
})
