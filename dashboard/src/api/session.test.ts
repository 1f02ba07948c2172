import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery, signOut } from './session.ts'

/** What a service answers to the end of a session. */
let status: number
let server: Server
let client: QueryClient

beforeEach(async () => {
  server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'no', code: 'unauthorized', charged: 'none', requestId: 'r' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const original = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    original(`http://127.0.0.1:${port}${path}`, init),
  )
  client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, { user: { email: 'owner@atelier.test' } } as never)
  client.setQueryData(['live', 'media'], ['a picture of the owner'])
})

afterEach(() => {
  vi.unstubAllGlobals()
  client.clear()
  server.close()
  server.closeAllConnections()
})

const remembered = () =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data])

test.each([200, 401])('after a sign-out that is answered %s the page remembers nothing', async (answer) => {
  status = answer
  expect(await signOut(client)).toBe(true)
  expect(remembered()).toEqual([[['session'], null]])
})

test('a session that has not ended is not forgotten', async () => {
  status = 503
  expect(await signOut(client)).toBe(false)
  expect(remembered()).toHaveLength(2)
})
