import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Change, OwnedMedia } from '@atelier/contract'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changesQuery, shareWithPages } from './changes.ts'
import { keyNamesQuery, keysQuery } from './keys.ts'
import { loadMedia, newestQuery } from './media.ts'
import { sessionQuery } from './session.ts'

type Told = { changes: Change[]; cursor: string; reload: boolean }

/** A service that tells what the test says, and writes down what it was asked. */
let told: Told
/** Answers wait for it. */
let held: Promise<void> | undefined
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
  if (!url.includes('/changes')) return { status: 200, body: { media, nextCursor: 'next', keys: [] } }
  if (url.includes('since=refused'))
    return { status: 400, body: { error: 'no', code: 'invalid_request', charged: 'none', requestId: 'r' } }
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
  held = undefined
  server = createServer(async (request, response) => {
    const { status, etag, body } = answer(request)
    // Read now, arrives later: as over a slow line.
    if (!request.url?.includes('/changes') && !request.url?.includes('ids=')) await held
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
  server.closeAllConnections()
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

test('a job is read when it is new and when it ends, the keys when it is new, no list again', async () => {
  const open = (status: 'queued' | 'processing') => ({ ...done('med_1'), status, progress: null })
  const list = new QueryObserver(client, { ...newestQuery('live', {}), staleTime: Number.POSITIVE_INFINITY })
  const keys = new QueryObserver(client, keysQuery)
  const names = new QueryObserver(client, keyNamesQuery)
  media = [{ ...medium('med_0'), createdAt: '2026-11-01T10:00:00Z' }]
  const stops = [list, keys, names].map((one) => one.subscribe(() => undefined))
  await vi.waitUntil(() => list.getCurrentResult().data && client.isFetching() === 0)
  const readsOf = async (change: Change) => {
    const before = asked.length
    const state = change.status !== 'completed' && ({ status: 'queued', waiting: true } as const)
    media = [{ ...medium('med_1'), createdAt: '2026-11-01T10:00:01Z', ...state }]
    told = { changes: [change], cursor: change.status, reload: false }
    await look()
    await vi.waitUntil(() => client.isFetching() === 0)
    return asked
      .slice(before)
      .map((url) => (url.includes('ids=') ? 'ids' : url.split(/[?/]/).at(-1 - Number(url.includes('?')))))
  }
  expect((await readsOf(open('queued'))).toSorted()).toEqual(['changes', 'ids', 'keys'])
  expect(await readsOf(open('processing'))).toEqual(['changes'])
  expect(await readsOf(done('med_1'))).toEqual(['changes', 'ids'])
  expect(list.getCurrentResult().data?.media).toMatchObject([
    { id: 'med_1', status: 'completed' },
    { id: 'med_0', status: 'completed' },
  ])
  for (const stop of stops) stop()
})

test('a list that is filtered by state is read again when a state changes', async () => {
  const list = new QueryObserver(client, newestQuery('live', { status: 'completed' }))
  const stop = list.subscribe(() => undefined)
  await vi.waitUntil(() => list.getCurrentResult().data)
  media = [medium('med_1')]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  await look()
  await vi.waitUntil(() => list.getCurrentResult().data?.media.length === 1, { timeout: 5_000 })
  stop()
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

test('a removed file and an erased result are changes, but nothing that arrives', async () => {
  await look()
  const removed = { ...done('med_1'), removed: true }
  told = {
    changes: [removed, { ...done('med_2'), erased: true }, done('med_3')],
    cursor: 'c1',
    reload: false,
  }
  expect(await look()).toMatchObject({ arrived: 1 })
})

test('a cursor that the service no longer reads is replaced, and the lists are read again', async () => {
  told = { changes: [], cursor: 'refused', reload: false }
  await look()
  await client.fetchQuery(newestQuery('live', {}))
  told = { changes: [], cursor: 'c9', reload: false }
  expect(await look()).toMatchObject({ cursor: 'c9' })
  const [list] = client.getQueryCache().findAll({ queryKey: ['media', 'live'] })
  expect(list?.state.isInvalidated).toBe(true)
})

/** Holds the lists back until `release` is called. */
function hold(): { release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return { release: resolve }
}

test('what ends during the first read of a list is not lost to that list', async () => {
  await look()
  media = []
  const { release } = hold()
  const observer = new QueryObserver(client, newestQuery('live', {}))
  const stop = observer.subscribe(() => undefined)
  await vi.waitUntil(() => asked.some((url) => url.includes('/media')))
  media = [medium('med_1')]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  await look()
  release()
  await vi.waitUntil(() => observer.getCurrentResult().data?.media.length === 1, { timeout: 5_000 })
  stop()
})

test('what ends while a further page is read stays ended on the pages above', async () => {
  const waiting = { ...medium('med_1'), status: 'processing', waiting: true } as OwnedMedia
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['media', 'live', 'pages', {}],
    queryFn: ({ pageParam, signal }) => loadMedia('live', {}, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => 'next',
  })
  await look()
  media = [waiting]
  const stop = observer.subscribe(() => undefined)
  await vi.waitUntil(() => observer.getCurrentResult().data)
  const { release } = hold()
  media = []
  const more = observer.fetchNextPage()
  await vi.waitUntil(() => asked.some((url) => url.includes('cursor=next')))
  media = [medium('med_1')]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  await look()
  release()
  await more
  const statuses = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.media) ?? []
  await vi.waitUntil(() => statuses().every(({ status }) => status === 'completed'), { timeout: 5_000 })
  expect(observer.getCurrentResult().data?.pages).toHaveLength(2)
  stop()
})

const signInAs = (one: QueryClient, id: string) =>
  one.setQueryData(sessionQuery.queryKey, { user: { id } } as never)

test('two pages of a browser ask once, and both have what ended', async () => {
  const other = new QueryClient()
  for (const one of [client, other]) signInAs(one, 'usr_1')
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const both = [client, other]
  const lists = both.map(
    (one) => new QueryObserver(one, { ...newestQuery('live', {}), staleTime: Number.POSITIVE_INFINITY }),
  )
  const stops = lists.map((list) => list.subscribe(() => undefined))
  await vi.waitUntil(() =>
    both.every((one) => one.isFetching() === 0 && one.getQueryData(['changes', 'live'])),
  )
  stops.push(...both.map((one) => shareWithPages(one, 'live')))
  const follow = both.map((one) => new QueryObserver(one, changesQuery('live')).subscribe(() => undefined))
  await vi.waitUntil(() => both.every((one) => one.isFetching() === 0))
  media = [{ ...medium('med_1'), createdAt: '2026-11-01T10:00:00Z' }]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  const before = asked.length
  // The other one asked a moment ago; then this one does.
  for (let turn = 0; turn < 2; turn++) await client.fetchQuery({ ...changesQuery('live'), staleTime: 0 })
  const cursors = () => both.map((one) => one.getQueryData<{ cursor: string }>(['changes', 'live'])?.cursor)
  await vi.waitUntil(() => cursors().join() === 'c1,c1', { timeout: 5_000 })
  expect(asked.slice(before).filter((url) => url.includes('/changes'))).toHaveLength(1)
  expect(asked.slice(before).filter((url) => url.includes('ids='))).toHaveLength(1)
  for (const stop of [...stops, ...follow]) stop()
  other.clear()
})

test('pages of a browser that show different users tell each other nothing', async () => {
  const other = new QueryClient()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  signInAs(client, 'usr_1')
  signInAs(other, 'usr_2')
  const both = [client, other]
  for (const one of both) await one.fetchQuery(changesQuery('live'))
  const stops = both.map((one) => shareWithPages(one, 'live'))
  const follow = new QueryObserver(other, { ...changesQuery('live'), staleTime: Number.POSITIVE_INFINITY })
  stops.push(follow.subscribe(() => undefined))
  media = [{ ...medium('med_1'), createdAt: '2026-11-01T10:00:00Z' }]
  told = { changes: [done('med_1')], cursor: 'c1', reload: false }
  await client.fetchQuery({ ...changesQuery('live'), staleTime: 0 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const cursors = both.map((one) => one.getQueryData<{ cursor: string }>(['changes', 'live'])?.cursor)
  expect(cursors).toEqual(['c1', 'c0'])
  for (const stop of stops) stop()
  other.clear()
})
