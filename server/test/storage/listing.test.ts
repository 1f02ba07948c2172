import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openStorage, type Storage } from '../../src/platform/storage/index.ts'
import { readListing } from '../../src/platform/storage/read-listing.ts'
import { createBucket } from '../create-bucket.ts'

let storage: Storage
beforeAll(async () => {
  storage = openStorage({ ...inject('s3'), bucket: await createBucket() })
})
afterAll(() => storage.close())

const put = (key: string, text: string) =>
  storage.put(
    key,
    { bytes: Buffer.from(text) },
    { contentType: 'text/plain', sha256: createHash('sha256').update(text).digest() },
  )

async function listAll(prefix: string, limit?: number) {
  const pages: string[][] = []
  for (let after: string | undefined; ; ) {
    const page = await storage.list(prefix, {
      ...(after !== undefined && { after }),
      ...(limit && { limit }),
    })
    pages.push(page.objects.map(({ key }) => key))
    if (page.after === undefined) return pages
    after = page.after
  }
}

test('a list has every object of its prefix once, in the order of keys, page by page', async () => {
  const keys = Array.from({ length: 25 }, (_, i) => `generated/med_${String(i).padStart(2, '0')}/0-aa.png`)
  for (const key of [...keys, 'uploads/ast_1-bb.png']) await put(key, key)
  expect(await listAll('generated/')).toEqual([keys])
  const pages = await listAll('generated/', 10)
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5])
  expect(pages.flat()).toEqual(keys)
  expect(await listAll('nothing/')).toEqual([[]])
})

test('an object is listed with its size and the time of its last write', async () => {
  const began = Date.now()
  await put('uploads/photo', 'first')
  const [first] = (await storage.list('uploads/photo')).objects
  expect(first).toMatchObject({ key: 'uploads/photo', sizeBytes: 5 })
  expect(Math.abs((first?.modifiedAt.getTime() ?? 0) - began)).toBeLessThan(60_000)
  const { listedAt } = await storage.list('uploads/photo')
  expect(listedAt.getTime()).toBeGreaterThan((first?.modifiedAt.getTime() ?? Number.NaN) - 3_000)
  await expect
    .poll(async () => {
      await put('uploads/photo', 'first')
      return (await storage.list('uploads/photo')).objects[0]?.modifiedAt.getTime()
    })
    .toBeGreaterThan(first?.modifiedAt.getTime() ?? Number.NaN)
})

test('an answer that is no list, or lacks a time, throws instead of being read as empty', () => {
  const now = new Date()
  expect(() => readListing('<html>a proxy</html>', now)).toThrow(/not a list/)
  expect(() =>
    readListing('<ListBucketResult><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>', now),
  ).toThrow(/LastModified/)
  const odd = '<Key>a&amp;b&lt;&#x41;</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified>'
  const { objects } = readListing(`<ListBucketResult><Contents>${odd}</Contents></ListBucketResult>`, now)
  expect(objects[0]?.key).toBe('a&b<A')
})
