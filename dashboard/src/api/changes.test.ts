import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Change, OwnedMedia } from '@atelier/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changesQuery } from './changes.ts'
import { newestQuery } from './media.ts'

type Told = { changes: Change[]; cursor: string; reload: boolean }

/** A service that tells what the test says, and writes down what it was asked. */
let told: Told
let media: OwnedMedia[]
let asked: string[]
let server: Server
let client: QueryClient

const done = (id: string): Change => ({
  id,
  status: 'completed',
  progress: 100,
  removed: false,
  erased: false,
})
const medium = (id: string) => ({ id, status: 'completed', waiting: false }) as OwnedMedia

function answer({ url = '', headers }: IncomingMessage): { status: number; etag?: string; body: unknown } {
  asked.push(url)
  if (!url.includes('/changes')) return { status: 200, body: { media, nextCursor: null } }
  const { cursor: _, ...content } = told
  const etag = JSON.stringify(JSON.stringify(content).length)
  return headers['if-none-match'] === etag
    ? { status: 304, etag, body: null }
    : { status: 200, etag, body: told }
}

beforeEach(async () => {
  told = { changes: [], cursor: 'c0', reload: false }
  media = []
  asked = []
  server = createServer((request, response) => {
    const { status, etag, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json', ...(etag && { etag }) })
    response.end(status === 304 ? undefined : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const original = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    original(`http://127.0.0.1:${port}${path}`, init),
  )
  client = new QueryClient()
})

afterEach(() => {
  vi.unstubAllGlobals()
  client.clear()
  server.close()
})

const look = () => client.fetchQuery({ ...changesQuery('live'), staleTime: 0 })

test('a list is read after its cursor was taken', async () => {
  await client.fetchQuery(newestQuery('live', {}))
  expect(asked.map((url) => url.includes('/changes'))).toEqual([true, false])
})

test('what ended since the cursor is read once, and the same answer again is nothing', async () => {
  await look()
  media = [medium('med_1')]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  expect(await look()).toMatchObject({ cursor: 'c1', arrived: 1 })
  const reads = asked.length
  told = { ...told, cursor: 'c2' }
  // The tag is the same, so the cursor stays and nothing arrives twice.
  expect(await look()).toMatchObject({ cursor: 'c1', arrived: 0 })
  expect(asked.length).toBe(reads + 1)
})

test('a lost list read is told again: the cursor moves only when the news are in', async () => {
  await look()
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  const original = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.includes('/changes') ? original(path, init) : Promise.reject(new Error('refused')),
  )
  await expect(look()).rejects.toThrow('refused')
  vi.stubGlobal('fetch', original)
  media = [medium('med_1')]
  expect(await look()).toMatchObject({ cursor: 'c1', arrived: 1 })
})

test('a second reload counts as well as the first', async () => {
  await look()
  told = { changes: [], cursor: 'c1', reload: true }
  await look()
  told = { changes: [], cursor: 'c2', reload: true }
  expect(await look()).toMatchObject({ cursor: 'c2' })
})
