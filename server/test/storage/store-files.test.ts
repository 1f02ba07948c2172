import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { VIDEOS_AT_ONCE } from '../../src/platform/imaging/index.ts'
import { storeFiles } from '../../src/production/results/index.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()

const hanging: ServerResponse[] = []
const provider = createServer(async (request, response) => {
  if (request.url?.endsWith('.mp4')) {
    hanging.push(response.writeHead(200, { 'content-length': '1000000' }))
    response.write('the first bytes')
    return
  }
  const picture = { width: 64, height: 64, channels: 3, background: 'teal' } as const
  response.end(await sharp({ create: picture }).png().toBuffer())
})

beforeAll(() => new Promise<void>((done) => provider.listen(0, '127.0.0.1', done)))
afterAll(() => {
  for (const response of hanging) response.destroy()
  provider.close()
})

test('videos that take long do not hold up images', async () => {
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const { app } = system()
  const store = (kind: 'image' | 'video', name: string) =>
    storeFiles(
      app,
      { id: newId('media'), kind, leftMs: 60_000 },
      [{ index: 0, source: { kind: 'url', url: `${origin}/${name}` } }],
      { fileHosts: [], ownOrigin: origin },
    )
  for (let i = 0; i < VIDEOS_AT_ONCE + 10; i++) store('video', `${i}.mp4`).catch(() => undefined)
  await expect.poll(() => hanging.length, { timeout: 5_000 }).toBe(VIDEOS_AT_ONCE + 1)
  const [stored] = await store('image', 'a.png')
  expect(stored).toMatchObject({ file: { contentType: 'image/png', width: 64, height: 64 } })
  expect(hanging).toHaveLength(VIDEOS_AT_ONCE + 1)
})
