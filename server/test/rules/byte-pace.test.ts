import { EventEmitter } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { newFileTurns } from '../../src/edge/http/new-file-turns.ts'
import { dropBody, newBytePace, newPacedStream } from '../../src/platform/turns/index.ts'

const MEGABYTE = 1_048_576
let server: Server | undefined

afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
})

test('what comes after the free bytes is slowed down, and nothing is lost', async () => {
  const chunks = Array.from({ length: 64 }, (_, n) => Buffer.alloc(16_384, n))
  const read = async (freeBytes: number) => {
    const startedAt = performance.now()
    const bytes = await buffer(
      Readable.from(chunks).pipe(newPacedStream({ pace: newBytePace(2 * MEGABYTE), freeBytes })),
    )
    expect(bytes.equals(Buffer.concat(chunks))).toBe(true)
    return performance.now() - startedAt
  }
  expect(await read(0)).toBeGreaterThan(450)
  expect(await read(MEGABYTE)).toBeLessThan(400)
})

test('the body of a refused request is dropped slowly, and the connection stays usable', async () => {
  server = createServer((incoming, response) => {
    dropBody(incoming)
    response.statusCode = incoming.method === 'POST' ? 429 : 200
    response.end('told')
  })
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const dispatcher = new Agent({ connections: 1, pipelining: 1 })
  const startedAt = performance.now()
  const refused = await request(url, { method: 'POST', body: Buffer.alloc(24 * MEGABYTE), dispatcher })
  expect([refused.statusCode, await refused.body.text()]).toEqual([429, 'told'])
  const next = await request(url, { dispatcher })
  expect([next.statusCode, await next.body.text()]).toEqual([200, 'told'])
  expect(performance.now() - startedAt).toBeGreaterThan(1_000)
  await dispatcher.close()
})

test('while many files are read slowly, those who read slowly open few more; others are not held up', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = newFileTurns(64)
  const opens = (address: string) => {
    try {
      turns.take(address, new EventEmitter() as ServerResponse)
      return true
    } catch {
      return false
    }
  }
  const slow = Array.from({ length: 30 }, (_, n) => `10.0.0.${n}`)
  const openAgain = () => [...slow, ...slow, ...slow].filter(opens).length
  expect(slow.filter(opens)).toHaveLength(30)
  vi.advanceTimersByTime(400)
  expect(openAgain()).toBe(16)
  expect(Array.from({ length: 40 }, () => opens('10.9.9.9'))).not.toContain(false)
  vi.advanceTimersByTime(200)
  expect(openAgain()).toBeLessThan(5)
})

test('few files are opened at once, and a network that has none open goes first', async () => {
  const turns = newFileTurns(64)
  const { signal } = new AbortController()
  const began: string[] = []
  const gates: (() => void)[] = []
  const openOne = (address: string) =>
    turns.open(address, signal, async () => {
      began.push(address)
      turns.take(address, new EventEmitter() as ServerResponse)
      await new Promise<void>((done) => gates.push(done))
    })
  const all = ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2', '10.0.0.1', '10.9.9.9'].map(openOne)
  // Two of each of the first two networks; the rest waits.
  await vi.waitFor(() => expect(began).toHaveLength(4))
  gates.shift()?.()
  await vi.waitFor(() => expect(began).toHaveLength(5))
  expect(began[4]).toBe('10.9.9.9')
  while (began.length < all.length || gates.length > 0) {
    gates.shift()?.()
    await sleep(5)
  }
  await Promise.all(all)
})

test('a busy process holds a stream up for a moment at each part, but not at the first', async () => {
  const held = { pace: newBytePace(1_000 * MEGABYTE), freeBytes: 0, isHeldUp: () => true }
  const startedAt = performance.now()
  const bytes = await buffer(
    Readable.from([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]).pipe(newPacedStream(held)),
  )
  expect(bytes.toString()).toBe('abc')
  expect(performance.now() - startedAt).toBeGreaterThan(480)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
