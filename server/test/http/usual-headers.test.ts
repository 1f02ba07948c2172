import { pino } from 'pino'
import { expect, test } from 'vitest'
import { publicRoute } from '../../src/edge/http/index.ts'
import { routes } from '../../src/edge/routes/index.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { sendRaw } from './send-raw.ts'

const fault = publicRoute(
  {
    method: 'GET',
    path: '/fault',
    auth: 'open',
    chapter: 'Service',
    summary: 'Of a test',
    answer: { status: 200, description: 'None' },
  },
  async () => {
    throw new Error('select secret from users\n{"level":30,"msg":"a line that nobody wrote"}')
  },
)

const logged: string[] = []
const shared = useSharedSystem()
const faulty = useOwnApi([fault], {}, (app) =>
  Object.assign(app, { log: pino({}, { write: (line: string) => void logged.push(line) }) }),
)
const withTls = useOwnApi(routes, { PUBLIC_URL: 'https://atelier.example.com' })
const local = useOwnApi(routes, { PUBLIC_URL: 'https://localhost' })
const plain = useOwnApi(routes)

/** A refusal, answers, a page, documents, and a path that leads nowhere. */
const PATHS = [
  '/api/gen/media',
  '/api/version',
  '/health',
  '/',
  '/docs',
  '/llms.txt',
  '/openapi.json',
  '/%zz',
]

const ask = (url: string, path: string, headers = {}) =>
  fetch(`${url}${path}`, { headers, redirect: 'manual' })

test('every answer says for two years that only TLS leads here, where it does', async () => {
  const said = async (url: string) =>
    Promise.all(PATHS.map(async (path) => (await ask(url, path)).headers.get('strict-transport-security')))
  const always = PATHS.map(() => 'max-age=63072000; includeSubDomains')
  expect(await said(withTls())).toEqual(always)
  const none = PATHS.map(() => null)
  expect([await said(plain()), await said(local())]).toEqual([none, none])
})

test('an answer that is no page loads nothing, runs nothing, and is in no frame', async () => {
  for (const path of PATHS) {
    const { headers } = await ask(withTls(), path, { accept: 'text/html' })
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([path, policy]).toEqual([path, expect.stringContaining(rule)])
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
  }
})

test('no address of ours is told to another site', async () => {
  for (const path of PATHS) {
    const { headers } = await ask(withTls(), path, { accept: 'text/html' })
    expect([path, headers.get('referrer-policy')]).toEqual([
      path,
      expect.stringMatching(/^(no-referrer|same-origin)$/),
    ])
  }
})

test('bytes that are not HTTP get the same headers', async () => {
  const { status, headers } = await sendRaw(Number(new URL(withTls()).port), 'nonsense\r\n\r\n')
  expect(status).toBe(400)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
})

test('every answer with a body names its type, and a text its encoding', async () => {
  for (const path of [...PATHS, '/api/mcp/svc_mcp.py', '/.well-known/agent-skills/index.json']) {
    const { headers } = await fetch(`${shared().baseUrl}${path}`)
    expect([path, headers.get('content-type')]).toEqual([
      path,
      expect.stringMatching(/^(?:application\/json|text\/[\w-]+); charset=utf-8$/),
    ])
  }
})

test('a fault of ours is a fixed sentence with the id of the request, and the log has the rest', async () => {
  const answer = await fetch(`${faulty()}/fault`)
  const text = await answer.text()
  const { requestId, ...body } = JSON.parse(text)
  expect([answer.status, body.code, body.charged]).toEqual([500, 'internal_error', 'none'])
  expect(text).not.toMatch(/select|secret|stack|\.ts/)
  // Beside the line that every request has.
  const [line = '', ...more] = logged.filter((one) => JSON.parse(one).msg !== 'request')
  expect(more).toEqual([])
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    requestId,
    err: { message: expect.stringContaining('secret') },
  })
})

test('what a user reads is kept by nobody on the way', async () => {
  const { call, createUser, db } = shared()
  const [{ apiKey: key }, { headers }] = [await createUser(), await openSession(db)]
  const said = async (path: string, caller: object) =>
    (await call('GET', path, caller)).headers.get('cache-control')
  for (const path of ['/api/gen/credits', '/api/gen/media', '/api/gen/products'])
    expect([path, await said(path, { key })]).toEqual([path, 'no-store'])
  for (const path of ['/api/account/session', '/api/account/keys', '/api/owner/live/media'])
    expect([path, await said(path, { headers })]).toEqual([path, 'no-store'])
})

test('no cache keeps what a page asks for again and again, also while nothing changes', async () => {
  const { call, db } = shared()
  const { headers } = await openSession(db)
  const path = '/api/owner/live/changes'
  const first = await call('GET', path, { headers })
  const since = `${path}?since=${encodeURIComponent(first.body.cursor)}`
  const second = await call('GET', since, { headers })
  const tag = { 'if-none-match': second.headers.get('etag') ?? '' }
  const same = await call('GET', since, { headers: { ...headers, ...tag } })
  expect([first.status, second.status, same.status]).toEqual([200, 200, 304])
  for (const answer of [first, second, same]) expect(answer.headers.get('cache-control')).toBe('no-store')
})
