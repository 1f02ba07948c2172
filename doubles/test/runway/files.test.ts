import { expect, test } from 'vitest'
import { type Runway, useRunway, type View } from './use-runway.ts'

const HOUR_MS = 3_600_000

async function finish(double: Runway, submit: Promise<Response>): Promise<View> {
  const { id } = (await (await submit).json()) as View
  await double.advance(60_000)
  return double.view(id)
}

const readHead = async (url: string) => {
  const answer = await fetch(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return [answer.status, answer.headers.get('content-type'), bytes.subarray(0, 12).toString('latin1')]
}

test('outputs are real files at signed addresses that need no key', async () => {
  const double = await useRunway()
  const { output: pictures = [] } = await finish(double, double.submitImage({ outputCount: 2 }))
  expect(pictures).toHaveLength(2)
  for (const url of pictures) {
    expect(url).toMatch(/\?_jwt=[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await readHead(url)).toEqual([200, 'image/png', expect.stringMatching(/^.PNG/)])
  }
  const { output: [video = ''] = [] } = await finish(double, double.submitVideo({ duration: 4 }))
  expect(await readHead(video)).toEqual([200, 'video/mp4', expect.stringContaining('ftyp')])
  const part = await fetch(video, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
})

test('addresses end after 24 to 48 hours, and reading the task gives fresh ones', async () => {
  const double = await useRunway()
  const { id, output: [first = ''] = [] } = await finish(double, double.submitImage())
  await double.advance(24 * HOUR_MS - 1)
  expect((await fetch(first)).status).toBe(200)
  await double.advance(24 * HOUR_MS + 1)
  expect((await fetch(first)).status).toBe(403)
  const { output: [second = ''] = [] } = await double.view(id)
  expect(second).not.toBe(first)
  expect((await fetch(second)).status).toBe(200)
  await double.set({ expiredStatus: 410 })
  expect((await fetch(first)).status).toBe(410)
})

test('an address without its token, or with that of another file, is refused', async () => {
  const double = await useRunway()
  const { output: [first = '', second = ''] = [] } = await finish(
    double,
    double.submitImage({ outputCount: 2 }),
  )
  const [, token = ''] = second.split('?')
  expect((await fetch(first.split('?')[0] ?? '')).status).toBe(403)
  expect((await fetch(`${first.split('?')[0]}?${token}`)).status).toBe(403)
  expect((await fetch(`${first}x`)).status).toBe(403)
})

test('files can also be gone for good', async () => {
  const double = await useRunway({ settings: { mediaLifetimeMs: HOUR_MS, expiredStatus: 404 } })
  const { id } = await finish(double, double.submitImage())
  await double.advance(HOUR_MS)
  const { output: [url = ''] = [] } = await double.view(id)
  expect((await fetch(url)).status).toBe(404)
})
