import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../harness/processes/index.ts'
import { limitConnections } from '../../src/edge/http/limit-connections.ts'

const LIMIT = 5
const within = { withinMs: 5_000 }

let server: ReturnType<typeof createServer>
let responses: ServerResponse[]
let clients: Socket[]

beforeEach(async () => {
  responses = []
  clients = []
  server = createServer((request, response) => {
    responses.push(response)
    if (request.url === '/large') response.end(Buffer.alloc(20_000_000))
    else if (request.url === '/now') response.end('here')
  })
  limitConnections(server, LIMIT)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterEach(async () => {
  for (const client of clients) client.destroy()
  await new Promise((done) => server.close(done))
})

/** A client that sends this text and reads nothing. */
async function sendText(text: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const client = connect({ host: '127.0.0.1', port })
  clients.push(client)
  client.on('error', () => undefined)
  await new Promise<void>((done) => client.once('connect', () => done()))
  if (text !== '') client.write(text)
  return client
}

const count = () => new Promise<number>((done) => server.getConnections((_, open) => done(open)))
const waitForConnections = (open: number) =>
  waitUntil('the connection is open', async () => (await count()) === open, within)
const fetchNow = async () =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/now`)).text()

const waitForRequests = (requests: number) =>
  waitUntil('all requests have arrived', async () => responses.length === requests, within)

/** Reads first: a client that does not read does not notice that the connection was closed. */
async function waitUntilClosed(client: Socket): Promise<void> {
  client.resume()
  await waitUntil('the connection is closed', async () => client.closed, within)
}

async function fill(text: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let open = 1; open <= LIMIT; open++) {
    sockets.push(await sendText(text))
    await waitForConnections(open)
    if (text.endsWith('\r\n\r\n')) await waitForRequests(open)
  }
  return sockets
}

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HT'],
  ['half a body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc'],
])('of clients that sent %s, the oldest is disconnected for one with a full request', async (_, text) => {
  const [first, second] = await fill(text)
  expect(await fetchNow()).toBe('here')
  await waitUntilClosed(first as Socket)
  expect(second?.closed).toBe(false)
})

test('clients that wait for a response are not disconnected; the new client is refused instead', async () => {
  const sockets = await fill('GET /later HTTP/1.1\r\nhost: a\r\n\r\n')
  await waitUntilClosed(await sendText('GET /now HTTP/1.1\r\nhost: a\r\n\r\n'))
  expect(sockets.every((client) => !client.closed)).toBe(true)
})

test('a client that does not read its response is disconnected when all others are busy', async () => {
  const [first, second] = await fill('GET /large HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await fetchNow()).toBe('here')
  await waitUntilClosed(first as Socket)
  expect(second?.closed).toBe(false)
})

test('of idle connections, the least recently used one is disconnected', async () => {
  const sockets = await fill('GET /now HTTP/1.1\r\nhost: a\r\n\r\n')
  sockets[0]?.write('GET /now HTTP/1.1\r\nhost: a\r\n\r\n')
  await waitForRequests(LIMIT + 1)
  await waitUntil(
    'all requests are answered',
    async () => responses.every((response) => response.closed),
    within,
  )
  expect(await fetchNow()).toBe('here')
  await waitUntilClosed(sockets[1] as Socket)
  expect(sockets[0]?.closed).toBe(false)
})
