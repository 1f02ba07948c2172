import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openScanner } from '../../src/platform/scanner/index.ts'
import { useSystem } from '../use-system.ts'

/** What the scanner says of the bytes it was sent; undefined: it closes the connection; null: it hangs. */
let judge: (file: Buffer) => string | undefined | null
/** Speaks as the daemon of ClamAV: pieces with their length, the length 0 as the end, then its answer. */
const daemon = createServer((socket) => {
  let sent = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    sent = Buffer.concat([sent, chunk])
    if (sent.equals(Buffer.from('zPING\0'))) socket.end('PONG\0')
    const file = readPieces(sent)
    if (file) answer(socket, judge(file))
  })
})
await new Promise<void>((done) => daemon.listen(0, '127.0.0.1', done))
const { port } = daemon.address() as AddressInfo
afterAll(() => void daemon.close())

const COMMAND = 'zINSTREAM\0'
function readPieces(sent: Buffer): Buffer | undefined {
  if (!sent.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND))) return undefined
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= sent.length; ) {
    const length = sent.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(sent.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

function answer(socket: Socket, text: string | undefined | null): void {
  if (text === null) return
  if (text === undefined) socket.destroy()
  else socket.end(`${text}\0`)
}

const system = useSystem({ SCANNER_URL: `tcp://127.0.0.1:${port}` })
beforeEach(() => {
  judge = () => 'stream: OK'
})

test('a file is stored after the scanner has seen all of it', async () => {
  const seen: Buffer[] = []
  judge = (file) => {
    seen.push(file)
    return 'stream: OK'
  }
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const { body } = await submit(user)
  const { status, videoUrl } = await finished(user, body.id)
  expect(status).toBe('completed')
  const stored = Buffer.from(await (await fetch(videoUrl as string)).arrayBuffer())
  expect(seen.map((file) => file.equals(stored))).toEqual([true])
})

test('a file in which the scanner finds something is not stored, and the job is refunded', async () => {
  judge = () => 'stream: Eicar-Signature FOUND'
  const { createUser, submit, finished, app } = system()
  const user = await createUser()
  const { body } = await submit(user)
  const media = await finished(user, body.id)
  expect(media).toMatchObject({ status: 'failed', errorCode: 'storage_failed', charged: 'refunded' })
  expect((await app.storage.list(`generated/${body.id}`)).objects).toEqual([])
})

test('while the scanner does not answer nothing is stored; afterwards the job is finished', async () => {
  let asked = 0
  judge = () => {
    asked++
    return undefined
  }
  const { createUser, submit, poll, finished } = system()
  const user = await createUser()
  const { body } = await submit(user)
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(2)
  expect((await poll(user, body.id)).status).toBe('processing')
  judge = () => 'stream: OK'
  expect((await finished(user, body.id, 60_000)).status).toBe('completed')
}, 90_000)

test('a file that exists nowhere else is kept, though the scanner hangs at first', async () => {
  let asked = 0
  judge = () => (asked++ === 0 ? null : 'stream: OK')
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const { body } = await submit(user, { model: 'simulator/held' })
  const stateOf = async () => (await poll(user, body.id)).status
  await expect.poll(stateOf, { timeout: 150_000, interval: 2_000 }).toMatch(/completed|failed|stalled/)
  expect(await poll(user, body.id)).toMatchObject({ status: 'completed', charged: 'charged' })
}, 180_000)

test('large files are sent in pieces; of one that is too large the scanner says nothing', async () => {
  const scanner = openScanner({ host: '127.0.0.1', port })
  const large = Buffer.alloc(3_000_001, 'content')
  judge = (file) => (file.equals(large) ? 'stream: OK' : 'stream: other FOUND')
  expect(await scanner?.scan({ bytes: large })).toBeUndefined()
  expect(await scanner?.scan({ bytes: Buffer.from('x') })).toBe('other')
  judge = () => 'INSTREAM size limit exceeded. ERROR'
  await expect(scanner?.scan({ bytes: large })).rejects.toThrow('size limit exceeded')
  await scanner?.check()
  await expect(openScanner({ host: '127.0.0.1', port: 9 })?.check()).rejects.toThrow('ECONNREFUSED')
})
