import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { picture, serveReferences, useRunway } from './use-runway.ts'

/** Answers with a picture, unless the headers or bytes say otherwise. */
function send(res: ServerResponse, headers: Record<string, string | number> = {}, bytes = picture) {
  res.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length, ...headers })
  res.end(res.req.method === 'HEAD' ? undefined : bytes)
}

test('a reference is asked for with HEAD, then fetched', async () => {
  const double = await useRunway()
  const { asked, url } = await serveReferences((_, res) => send(res))
  const id = await double.buy({ references: [{ uri: `${url}/a.png` }] })
  expect(asked).toEqual(['HEAD /a.png', 'GET /a.png'])
  await double.advance(60_000)
  expect((await double.view(id)).status).toBe('SUCCEEDED')
})

test.each<[string, string, (res: ServerResponse) => void]>([
  ['redirects', 'redirects', (res) => res.writeHead(302, { location: '/b.png' }).end()],
  ['answers HEAD with 403', '403', (res) => res.writeHead(res.req.method === 'HEAD' ? 403 : 200).end()],
  ['answers HEAD with 405', '405', (res) => res.writeHead(405).end()],
  ['is of no known type', 'octet-stream', (res) => send(res, { 'content-type': 'application/octet-stream' })],
  ['is a GIF', 'image/gif', (res) => send(res, { 'content-type': 'image/gif' })],
  ['has no length', 'Content-Length', (res) => res.writeHead(200, { 'content-type': 'image/png' }).end()],
  ['is too large', '16 MB', (res) => send(res, { 'content-length': (16 << 20) + 1 })],
  ['breaks off', 'HEAD', (res) => res.destroy()],
])('a reference that %s is a 400 that names its field', async (_, why, answer) => {
  const double = await useRunway()
  const { url, asked } = await serveReferences((__, res) => answer(res))
  const submit = double.submitImage({
    referenceImages: [
      { uri: `data:image/png;base64,${picture.toString('base64')}` },
      { uri: `${url}/a.png` },
    ],
  })
  const { status, error, issues } = await double.refusal(submit)
  expect([status, issues]).toEqual([400, undefined])
  expect(error).toContain('referenceImages[1].uri')
  expect(error).toContain(why)
  expect(asked).toEqual(['HEAD /a.png'])
  expect((await double.log()).counts.accepted).toBe(0)
})

test.each<[string, (res: ServerResponse) => void]>([
  ['has other bytes than its type says', (res) => send(res, {}, Buffer.from('<html></html>'))],
  ['cannot be fetched', (res) => (res.req.method === 'HEAD' ? send(res) : res.writeHead(403).end())],
])('a task whose reference %s is accepted and fails', async (_, answer) => {
  const double = await useRunway()
  const { url } = await serveReferences((__, res) => answer(res))
  const id = await double.buy({ references: [{ uri: url }] })
  await double.advance(60_000)
  expect(await double.view(id)).toMatchObject({
    status: 'FAILED',
    failureCode: 'ASSET.INVALID',
    cost: { credits: 0 },
  })
})

test('a URL is https with a domain name, and not too long', async () => {
  const double = await useRunway({ settings: { fetchReferences: false } })
  const submit = async (uri: string) => (await double.submitVideo({ references: [{ uri }] })).status
  expect(await submit('https://files.example/a.png')).toBe(200)
  for (const uri of [
    'http://files.example/a.png',
    `https://${[192, 0, 2, 1].join('.')}/a.png`,
    'https://[2001:db8::1]/a.png',
    'ftp://files.example/a.png',
    'a.png',
    `https://files.example/${'a'.repeat(2048)}`,
  ])
    expect(await submit(uri)).toBe(400)
  expect(await submit('http://127.0.0.1:9/a.png')).toBe(200)
  await double.set({ loopbackReferences: false })
  expect(await submit('http://127.0.0.1:9/a.png')).toBe(400)
  expect(await submit('https://127.0.0.1:9/a.png')).toBe(400)
})

test('a data URI holds a picture of at most 5 MB', async () => {
  const double = await useRunway()
  const submit = async (uri: string) => (await double.submitVideo({ references: [{ uri }] })).status
  const data = picture.toString('base64')
  expect(await submit(`data:image/png;base64,${data}`)).toBe(200)
  expect(await submit(`data:image/jpeg;base64,${data}`)).toBe(400)
  expect(await submit(`data:text/plain;base64,${data}`)).toBe(400)
  expect(await submit(`data:image/png,${data}`)).toBe(400)
  expect(await submit(`data:image/png;base64,${data}${'A'.repeat(5 << 20)}`)).toBe(400)
})
