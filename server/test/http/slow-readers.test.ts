import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { waitUntil } from '../../harness/processes/index.ts'
import { newFileTurns } from '../../src/edge/http/new-file-turns.ts'
import { watchReaders } from '../../src/edge/http/watch-readers.ts'
import { Refusal } from '../../src/platform/refusal/index.ts'

/** More than the kernel takes from us before the client reads. */
const LARGE = Buffer.alloc(40_000_000)
const within = { withinMs: 20_000 }
const limits = { windowMs: 500, windowBytes: 100_000, baseMs: 60_000, bytesPerSecond: 1_000_000 }

let server: Server | undefined
let clients: Socket[] = []

afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  server?.closeAllConnections()
  await new Promise((done) => server?.close(done))
})

async function listen(started: Server): Promise<number> {
  server = started
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done))
  return (started.address() as AddressInfo).port
}

/** A client that has asked for `path` and reads nothing yet. */
async function ask(port: number, path: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const client = connect({ host: '127.0.0.1', port, localAddress })
  clients.push(client)
  client.on('error', () => undefined)
  await new Promise<void>((done) => client.once('connect', () => done()))
  client.pause()
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  return client
}

/** Reads a little every few milliseconds. */
function readSlowly(client: Socket, bytes: number, everyMs: number): void {
  const timer = setInterval(() => client.read(Math.min(bytes, client.readableLength)), everyMs)
  client.once('close', () => clearInterval(timer))
}

const serveLarge = () =>
  createServer((_, response) => {
    response.setHeader('content-length', LARGE.length)
    response.end(LARGE)
  })

/** Whether the server has closed the connection; the client may not notice before it reads. */
function watchClose(started: Server): () => number {
  let closed = 0
  started.on('connection', (socket) => socket.once('close', () => closed++))
  return () => closed
}

test('a client that reads slower than allowed is cut off, although it reads all the time', async () => {
  const started = serveLarge()
  watchReaders(started, limits)
  const closed = watchClose(started)
  const client = await ask(await listen(started), '/')
  readSlowly(client, 100, 20)
  await waitUntil('the slow client is cut off', async () => closed() === 1, within)
})

test('a client that takes longer than its response allows is cut off, whatever its rate', async () => {
  const started = serveLarge()
  watchReaders(started, { ...limits, windowBytes: 1, baseMs: 1_000, bytesPerSecond: 100_000_000 })
  const closed = watchClose(started)
  const client = await ask(await listen(started), '/')
  readSlowly(client, 64_000, 20)
  await waitUntil('the client is cut off', async () => closed() === 1, within)
})

test('a client that reads steadily gets everything, and one that waits for us is not cut off', async () => {
  // On a busy machine a steady client pauses, too.
  const windowMs = 2_000
  const started = createServer((request, response) => {
    if (request.url === '/late') {
      response.writeHead(200, { 'content-length': 4 })
      response.write('ab')
      setTimeout(() => response.end('cd'), windowMs * 4)
    } else response.end(LARGE)
  })
  watchReaders(started, { ...limits, windowMs })
  const port = await listen(started)
  const read = async (path: string) =>
    (await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength
  expect(await Promise.all([read('/'), read('/late')])).toEqual([LARGE.length, 4])
})

/** Serves a large file to everybody who has a turn. */
function serveByTurns(perNetwork: number, filesMax: number): Server {
  const turns = newFileTurns(perNetwork, filesMax)
  return createServer((request, response) => {
    const address = request.socket.remoteAddress ?? ''
    const send = async () =>
      void turns
        .take(
          address,
          response,
        )(Readable.from([LARGE]))
        .pipe(response)
    turns.open(address, new AbortController().signal, send).catch((error) => {
      response.statusCode = error instanceof Refusal ? error.status : 500
      response.end()
    })
  })
}

const statusFor = async (client: Socket): Promise<string> => {
  let head = ''
  await waitUntil(
    'the answer begins',
    async () => {
      head += client.read()?.toString('latin1', 0, 12) ?? ''
      return head !== ''
    },
    within,
  )
  return head.slice(9, 12)
}

test('a network that reads too many files at the same time is refused, another one is not', async () => {
  const port = await listen(serveByTurns(2, 100))
  const first = await ask(port, '/')
  expect(await statusFor(first)).toBe('200')
  expect(await statusFor(await ask(port, '/'))).toBe('200')
  expect(await statusFor(await ask(port, '/'))).toBe('429')
  expect(await statusFor(await ask(port, '/', '127.0.0.2'))).toBe('200')
  first.destroy()
  await waitUntil(
    'the turn is free again',
    async () => (await statusFor(await ask(port, '/'))) === '200',
    within,
  )
})

test('when all turns are taken, the network with the most files loses its oldest', async () => {
  const started = serveByTurns(3, 4)
  const closed: (string | undefined)[] = []
  started.on('connection', (socket) => {
    const { remoteAddress, remotePort } = socket
    socket.once('close', () => closed.push(`${remoteAddress}:${remotePort}`))
  })
  const port = await listen(started)
  const few = await ask(port, '/', '127.0.0.2')
  expect(await statusFor(few)).toBe('200')
  const many: Socket[] = []
  for (let index = 0; index < 3; index++) {
    const client = await ask(port, '/', '127.0.0.3')
    expect(await statusFor(client)).toBe('200')
    many.push(client)
  }
  expect(await statusFor(await ask(port, '/', '127.0.0.4'))).toBe('200')
  const oldest = `127.0.0.3:${many[0]?.localPort}`
  await waitUntil('the oldest is cut off', async () => closed.length > 0, within)
  expect(closed).toEqual([oldest])
})

test('when all turns are taken, equal networks do not cut each other off', async () => {
  const port = await listen(serveByTurns(3, 4))
  for (const network of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
    expect(await statusFor(await ask(port, '/', network))).toBe('200')
  expect(await statusFor(await ask(port, '/', '127.0.0.2'))).toBe('429')
  expect(await statusFor(await ask(port, '/', '127.0.0.4'))).toBe('200')
})
