import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { acceptWaiting } from '../../src/entry/accept-waiting.ts'

const CLIENTS = 60

/** Connects and sends while the thread of the server does nothing, so the kernel holds the connections. */
const clients = `
  const { connect } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const { port, count, sent } = workerData
  let connected = 0
  let ended = 0
  let answered = 0
  const end = () => { if (++ended === count) parentPort.postMessage(answered) }
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', () => {
      if (++connected < count) return
      Atomics.store(sent, 0, 1)
      Atomics.notify(sent, 0)
    })
    socket.once('data', () => { answered++; socket.end() })
    socket.once('error', () => undefined)
    socket.once('close', end)
  }`

/** How many of the clients are answered when the server closes at the moment at which all have sent. */
async function countAnswered(prepare: (server: ReturnType<typeof createServer>) => Promise<void>) {
  const server = createServer((_, response) => {
    response.shouldKeepAlive = false
    response.end('here')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const worker = new Worker(clients, { eval: true, workerData: { port, count: CLIENTS, sent } })
  const counted = once(worker, 'message')
  await once(worker, 'online')
  expect(Atomics.wait(sent, 0, 0, 10_000)).not.toBe('timed-out')
  await prepare(server)
  server.close()
  const [answered] = await counted
  await worker.terminate()
  return answered as number
}

test('connections that wait in the kernel are answered before the listener closes', async () => {
  expect(await countAnswered(acceptWaiting)).toBe(CLIENTS)
})

test('without it they would be cut off', async () => {
  expect(await countAnswered(async () => undefined)).toBeLessThan(CLIENTS)
})
