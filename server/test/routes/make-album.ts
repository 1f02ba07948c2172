import { crc32, deflateSync } from 'node:zlib'
import type { Asset, Character, Photo, Product } from '@atelier/contract'
import type { TestClient, TestUser } from '../use-system.ts'

type Colour = [red: number, green: number, blue: number]

/** A valid PNG of one colour. */
export function drawPng(width = 32, height = 24, colour: Colour = [200, 40, 40]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(line)))
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** One chunk of a PNG with its length and checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A form with these fields and, unless it is null, this file. */
export function formOf(fields: Record<string, string>, file: Buffer | null = drawPng()): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file)]), 'picture.png')
  return form
}

/** Creates a product over HTTP, as all helpers of this file do. */
export async function makeProduct(
  { call }: TestClient,
  { apiKey }: TestUser,
  name = 'Mug',
): Promise<Product> {
  return (await call('POST', '/api/gen/products', { key: apiKey, body: { name } })).body.product
}

export async function makeCharacter(
  { call }: TestClient,
  { apiKey }: TestUser,
  name = 'Mia',
): Promise<Character> {
  return (await call('POST', '/api/gen/characters', { key: apiKey, body: { name } })).body.character
}

export async function makeAsset({ call }: TestClient, { apiKey }: TestUser): Promise<Asset> {
  return (await call('POST', '/api/gen/assets', { key: apiKey, form: formOf({}) })).body.asset
}

/** Uploads a photo of a product or a character as a form. */
export async function makePhoto(
  { call }: TestClient,
  { apiKey }: TestUser,
  holderId: string,
  label = 'front',
): Promise<Photo> {
  const { body } = await call('POST', referencePath(holderId), { key: apiKey, form: formOf({ label }) })
  return body.photo
}

/** The path of the reference photos of a product or a character. */
export const referencePath = (holderId: string): string =>
  `/api/gen/${holderId.startsWith('prd_') ? 'products' : 'characters'}/${holderId}/reference`
