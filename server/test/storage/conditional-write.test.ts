import { createHash, randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { openStorage } from '../../src/platform/storage/index.ts'

const storage = openStorage(inject('s3'))
afterAll(() => storage.close())

const write = (key: string, text: string) => {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest()
  return storage.putIfAbsent(key, bytes, { contentType: 'text/plain', sha256 })
}

async function read(key: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.open(key, 0, 100)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('a conditional write stores a free key once, and a second one changes nothing', async () => {
  const key = `test/${randomUUID()}`
  expect(await write(key, 'first')).toBe(true)
  expect(await write(key, 'second')).toBe(false)
  expect(await read(key)).toBe('first')
})

test('of ten conditional writes of one key at the same time exactly one stores it', async () => {
  for (let round = 0; round < 20; round++) {
    const key = `test/${randomUUID()}`
    const texts = Array.from({ length: 10 }, (_, i) => `writer ${i}`)
    const stored = await Promise.all(texts.map((text) => write(key, text)))
    expect(stored.filter(Boolean)).toHaveLength(1)
    expect(await read(key)).toBe(texts[stored.indexOf(true)])
  }
})
