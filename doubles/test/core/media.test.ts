import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempFolder } from '../run-double.ts'
import { type Plain, usePlain } from './use-plain.ts'

async function finish(double: Plain, body: object): Promise<string[]> {
  const id = await double.buy(body)
  await double.advance(60_000)
  return (await double.view(id)).files
}

const readBytes = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer())

/** What ffprobe reads in the file: width, height and duration. */
function probe(bytes: Buffer, name: string): string {
  const path = join(createTempFolder(), name)
  writeFileSync(path, bytes)
  const fields = ['-show_entries', 'stream=codec_name,width,height,duration', '-of', 'csv=p=0']
  return execFileSync('ffprobe', ['-v', 'error', ...fields, path], { encoding: 'utf8' }).trim()
}

test('pictures are real, differ by task and index, and stay the same', async () => {
  const double = await usePlain()
  const urls = [...(await finish(double, { n: 2 })), ...(await finish(double, { n: 1 }))]
  const files = await Promise.all(urls.map(readBytes))
  expect(new Set(files.map((bytes) => hash('sha256', bytes))).size).toBe(3)
  expect((await readBytes(urls[0] ?? '')).equals(files[0] ?? Buffer.alloc(0))).toBe(true)
  expect(probe(files[0] ?? Buffer.alloc(0), 'a.png')).toContain('png,171,256')
  const answer = await fetch(urls[0] ?? '')
  expect(answer.headers.get('content-type')).toBe('image/png')
})

test('videos are real, differ by task, and have the size that was set', async () => {
  const double = await usePlain({ settings: { longSidePixels: 96 } })
  const [small = ''] = await finish(double, { kind: 'video' })
  const first = await readBytes(small)
  expect(probe(first, 'a.mp4')).toBe('h264,64,96,2.000000')
  await double.set({ videoBytes: 50_000_000, imageBytes: 3_000_000 })
  const [large = ''] = await finish(double, { kind: 'video' })
  const second = await readBytes(large)
  expect(second.length).toBe(50_000_000)
  expect(probe(second, 'b.mp4')).toBe('h264,64,96,2.000000')
  const [picture = ''] = await finish(double, {})
  const padded = await readBytes(picture)
  expect(padded.length).toBe(3_000_000)
  expect(probe(padded, 'c.png')).toContain('png,64,96')
})

test('a range, a HEAD and an unknown file are answered', async () => {
  const double = await usePlain()
  const [url = ''] = await finish(double, {})
  const whole = await readBytes(url)
  const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true)
  expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(whole.length))
  expect((await fetch(url.replace('0.png', '7.png'))).status).toBe(404)
})

test.each([403, 404, 410])('an expired file is answered %i', async (status) => {
  const double = await usePlain({ settings: { mediaLifetimeMs: 70_000, expiredStatus: status } })
  const [url = ''] = await finish(double, {})
  expect((await fetch(url)).status).toBe(200)
  await double.advance(70_000)
  expect((await fetch(url)).status).toBe(status)
})

test('a file comes with a wrong type, too large, endless, elsewhere, or with a false length', async () => {
  const double = await usePlain()
  const [url = ''] = await finish(double, {})
  const sizeBytes = (await readBytes(url)).length
  const on = 'media'
  await double.fault(
    { fault: 'wrong_type', on },
    { fault: 'oversize', bytes: 20_000_000, on },
    { fault: 'redirect', on },
    { fault: 'false_length', by: -5, on },
    { fault: 'false_length', by: 5, on },
    { fault: 'endless', on },
  )
  expect((await fetch(url)).headers.get('content-type')).toBe('text/html')
  expect((await readBytes(url)).length).toBe(20_000_000)
  const redirect = await fetch(url, { redirect: 'manual' })
  expect([
    redirect.status,
    redirect.headers.get('location')?.startsWith(`http://${[169, 254].join('.')}.`),
  ]).toEqual([302, true])
  expect((await readBytes(url)).length).toBe(sizeBytes - 5)
  await expect(readBytes(url)).rejects.toThrow()
  const leaving = new AbortController()
  const endless = await fetch(url, { signal: leaving.signal })
  expect(endless.headers.get('content-length')).toBeNull()
  let read = 0
  for await (const chunk of endless.body ?? []) {
    read += chunk.length
    if (read > 5_000_000) break
  }
  leaving.abort()
  expect(read).toBeGreaterThan(5_000_000)
  expect((await double.log()).counts.cutDownloads).toBe(2)
})
