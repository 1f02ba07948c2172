import { createConnection, createServer, type Server } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asRole, findFreePort, waitUntil } from '../../harness/processes/index.ts'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { openHttp } from '../../src/edge/http/index.ts'
import { routes } from '../../src/edge/routes/index.ts'
import { openApp } from '../../src/entry/open-app.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { useSystem } from '../use-system.ts'
import { collectLines, type Line } from './collect-lines.ts'

const CANARY = 'canary7Xq2'
const PROMPT = `a ${CANARY} on a perch`
const { log, lines, text } = collectLines()
const system = useSystem({}, (app) => {
  app.log = log
})

const linesOf = (requestId: string | null): Line[] =>
  lines.filter((line) => line.msg === 'request' && line.requestId === requestId)

/** The line is written when the answer has left, which the caller may notice first. */
async function lineOf(headers: Headers): Promise<Line> {
  const id = headers.get('x-request-id')
  await waitUntil('the line is written', async () => linesOf(id).length > 0, { withinMs: 5_000 })
  expect(linesOf(id)).toHaveLength(1)
  return linesOf(id)[0] as Line
}

test('submit and poll have one line each, with the id of their answer and that of the job', async () => {
  const user = await system().createUser()
  const submitted = await system().submit(user, { prompt: PROMPT })
  const id = submitted.body.id as string
  expect(await lineOf(submitted.headers)).toMatchObject({
    method: 'POST',
    route: '/api/gen/image',
    status: 201,
    user: user.id,
    media: id,
  })
  await system().finished(user, id)
  const polled = await system().call('GET', `/api/gen/media/${id}?${CANARY}=${CANARY}`, { key: user.apiKey })
  const line = await lineOf(polled.headers)
  expect(line).toMatchObject({ method: 'GET', route: '/api/gen/media/{id}', status: 200, media: id })
  expect(line.ms).toBeGreaterThan(0)
  expect(line.code).toBeUndefined()
})

test('the line of a request to /mcp names the job that it made, and a refusal inside it', async () => {
  const user = await system().createUser()
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'generate_image', arguments: { prompt: PROMPT } },
  }
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  const answer = await system().call('POST', '/mcp', { bearer: user.apiKey, body: message, headers })
  const line = await lineOf(answer.headers)
  expect(line).toMatchObject({ route: '/mcp', status: 200, user: user.id })
  expect(JSON.stringify(answer.body)).toContain(line.media)
  expect(line.inside).toBeUndefined()
  const poor = await system().createUser(1)
  const refused = await system().call('POST', '/mcp', { bearer: poor.apiKey, body: message, headers })
  expect(await lineOf(refused.headers)).toMatchObject({
    route: '/mcp',
    status: 200,
    inside: 'insufficient_credits',
  })
})

test('refusals have their code; nothing that a caller sent is in any line', async () => {
  const user = await system().createUser(1)
  const key = user.apiKey
  const unknown = { 'x-api-key': `hsk_${CANARY}`, 'user-agent': CANARY, cookie: `a=${CANARY}` }
  const calls: [number, string, Promise<{ status: number; headers: Headers }>][] = [
    [402, 'insufficient_credits', system().submit(user, { prompt: PROMPT })],
    [400, 'invalid_json', system().call('POST', '/api/gen/image', { key, body: `{"prompt": ${PROMPT}` })],
    [400, 'unknown_field', system().submit(user, { prompt: PROMPT, [CANARY]: 1 })],
    [401, 'unauthorized', system().call('GET', '/api/gen/credits', { headers: unknown })],
    [404, 'not_found', system().call('GET', `/${CANARY}/${CANARY}?q=${CANARY}`, { key })],
    [404, 'not_found', system().call('GET', `/api/gen/media/${CANARY}`, { key })],
    [
      401,
      'unauthorized',
      system().call('POST', '/api/auth/login', { body: { email: CANARY, password: PROMPT } }),
    ],
  ]
  for (const [status, code, call] of calls) {
    const answer = await call
    expect(await lineOf(answer.headers)).toMatchObject({ status: answer.status })
    if (answer.status === status) expect(await lineOf(answer.headers)).toMatchObject({ code })
  }
  // Jobs whose provider refuses, fails and moderates them.
  const rich = await system().createUser()
  for (const model of ['fail', 'moderated', 'submit-error', 'lost-reply'])
    await system().submit(rich, { prompt: PROMPT, model: `simulator/${model}` })
  await system().call('GET', '/health/ready')
  expect(lines.length).toBeGreaterThan(15)
  expect(text()).not.toContain(CANARY)
  for (const one of [key, rich.apiKey]) expect(text()).not.toContain(one)
})

test('while the database is away each request has its line, and the outage has two', async () => {
  const [host, port] = new URL(inject('shared').databaseUrl).host.split(':')
  const gate = await findFreePort()
  const own = collectLines()
  const through = asRole(inject('shared').databaseUrl, 'atelier_api').replace(
    `${host}:${port}`,
    `127.0.0.1:${gate}`,
  )
  const app = openApp(readConfig({ ...SETTINGS, DATABASE_URL: through }), own.log)
  const http = openHttp(app, routes)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const requestOnce = () => fetch(`${url}/api/gen/credits`, { headers: { 'x-api-key': KEY } })
  onTestFinished(async () => {
    await Promise.allSettled([
      http.close(),
      app.db.close(),
      app.heavy.close(),
      app.engine.close(),
      app.storage.close(),
    ])
  })
  const answers = await Promise.all(Array.from({ length: 30 }, requestOnce))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  await waitUntil('every line is written', async () => count(own.lines, 'request') === 30, {
    withinMs: 5_000,
  })
  expect(own.lines.filter(({ msg }) => msg === 'request')).toEqual(
    own.lines.filter(({ status, code }) => status === 503 && code === 'service_unavailable'),
  )
  expect(count(own.lines, 'an outage has begun')).toBe(1)
  const relay = openRelay(Number(port), gate)
  onTestFinished(() => void relay.close())
  await waitUntil(
    'the outage is over',
    async () => (await requestOnce()).status === 401 && count(own.lines, 'an outage is over') === 1,
    {
      withinMs: 15_000,
    },
  )
  const over = own.lines.find(({ msg }) => msg === 'an outage is over')
  expect(over).toMatchObject({ part: 'database' })
  // Requests with the same unknown key share a look into the database.
  expect(over?.failures).toBeGreaterThan(1)
  expect(count(own.lines, 'an outage has begun')).toBe(1)
})

const count = (all: Line[], msg: string): number => all.filter((line) => line.msg === msg).length

/** A key with a good checksum that no user has. */
const KEY = newKeyText()

const UNREACHABLE = 'http://127.0.0.1:9'
const SETTINGS = {
  PUBLIC_URL: UNREACHABLE,
  ENGINE_INGRESS_URL: UNREACHABLE,
  ENGINE_ADMIN_URL: UNREACHABLE,
  S3_ENDPOINT: UNREACHABLE,
  S3_BUCKET: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
  SIMULATOR_URL: UNREACHABLE,
  CALLBACK_SECRET: 'a secret of the tests, of thirty-two characters or more',
}

function openRelay(to: number, at: number): Server {
  const server = createServer((socket) => {
    const inner = createConnection(to, '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    for (const one of [socket, inner]) one.on('error', () => one.destroy())
  })
  return server.listen(at, '127.0.0.1')
}
