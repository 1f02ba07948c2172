import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Clamd, startClamd } from '../../harness/processes/index.ts'
import { openScanner } from '../../src/platform/scanner/index.ts'
import { useSystem } from '../use-system.ts'

const MARKER = Buffer.from('what the tests alone call malicious')
const signatures = { 'Atelier.Marker': MARKER }
const dir = mkdtempSync(join(tmpdir(), 'atelier-clamd-'))
const clamd: Clamd = await startClamd({ dir, signatures, maxBytes: 4_000_000 })
afterAll(() => clamd.stop())
const address = { host: '127.0.0.1', port: clamd.port }

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  if (clamd.pid === undefined) throw new Error('clamd does not run')
  process.kill(clamd.pid, name)
}

let asked = 0
const system = useSystem({ SCANNER_URL: `tcp://127.0.0.1:${clamd.port}` }, ({ scanner }) => {
  if (!scanner) throw new Error('no scanner is set')
  const { scan } = scanner
  scanner.scan = (...question) => {
    asked++
    return scan(...question)
  }
})

async function make(order: Record<string, unknown>) {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const { body } = await submit(user, order)
  return finished(user, body.id)
}

/** A PNG file of a certain width and height begins with these bytes. */
const HEAD_BYTES = 24

test('a file in which the scanner finds something is not stored, and the job is refunded', async () => {
  const tall = { size: '2:3' }
  const clean = await make(tall)
  expect([clean.status, asked]).toEqual(['completed', 1])
  const stored = Buffer.from(await (await fetch(clean.videoUrl as string)).arrayBuffer())
  await clamd.stop()
  clamd.setSignatures({ ...signatures, 'Atelier.Tall': stored.subarray(0, HEAD_BYTES) })
  await clamd.start()
  const found = await make(tall)
  expect(found).toMatchObject({ status: 'failed', errorCode: 'storage_failed', charged: 'refunded' })
  expect((await system().app.storage.list(`generated/${found.id}`)).objects).toEqual([])
  expect((await make({ size: '3:2' })).status).toBe('completed')
})

test('while the scanner is away nothing is stored; afterwards the job is finished', async () => {
  const { createUser, submit, poll, finished, app } = system()
  await clamd.kill9()
  const before = asked
  const user = await createUser()
  const { body } = await submit(user)
  await expect.poll(() => asked - before, { timeout: 20_000 }).toBeGreaterThan(2)
  expect((await poll(user, body.id)).status).toBe('processing')
  expect((await app.storage.list(`generated/${body.id}`)).objects).toEqual([])
  await clamd.start()
  expect((await finished(user, body.id, 60_000)).status).toBe('completed')
}, 90_000)

test('a file that exists nowhere else is kept, though the scanner hangs at first', async () => {
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const before = asked
  signal('SIGSTOP')
  try {
    const { body } = await submit(user, { model: 'simulator/held' })
    await expect.poll(() => asked - before, { timeout: 60_000 }).toBeGreaterThan(1)
    signal('SIGCONT')
    const stateOf = async () => (await poll(user, body.id)).status
    await expect.poll(stateOf, { timeout: 90_000, interval: 2_000 }).toMatch(/completed|failed|stalled/)
    expect(await poll(user, body.id)).toMatchObject({ status: 'completed', charged: 'charged' })
  } finally {
    signal('SIGCONT')
  }
}, 180_000)

test('the scanner sees the last byte of a large file; of one that is too large it says nothing', async () => {
  const scanner = openScanner(address)
  const large = Buffer.alloc(3_000_001, 'content')
  expect(await scanner?.scan({ bytes: large })).toBeUndefined()
  MARKER.copy(large, large.length - MARKER.length)
  expect(await scanner?.scan({ bytes: large })).toBe('Atelier.Marker.UNOFFICIAL')
  const tooLarge = Buffer.alloc(12_000_000, 'content')
  await expect(scanner?.scan({ bytes: tooLarge })).rejects.toThrow('size limit exceeded')
})

test('whether it answers is known before files come', async () => {
  await openScanner(address)?.check()
  await expect(openScanner({ host: '127.0.0.1', port: 9 })?.check()).rejects.toThrow('ECONNREFUSED')
})

test('a connection that closes without an answer does not say that a file is clean', async () => {
  // The real one closes only after its answer, so this one is a double.
  const closing = createServer((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.end()),
  )
  await new Promise<void>((done) => closing.listen(0, '127.0.0.1', done))
  const { port } = closing.address() as AddressInfo
  const scan = openScanner({ host: '127.0.0.1', port })?.scan({ bytes: MARKER })
  await expect(scan).rejects.toThrow('without an answer')
  closing.close()
})
