import { type Endpoint, exampleId } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { ageSession, openAdminSession, openSession, type Visitor } from '../open-session.ts'
import { type SharedSystem, useSharedSystem } from '../use-shared-system.ts'

type TestRequest = { id?: string; body?: Record<string, unknown>; lines?: { type: string; text: string } }

type Plan = {
  /** Creates what the request needs and returns a request that the visitor may send. */
  valid: (system: SharedSystem, visitor: Visitor) => Promise<TestRequest>
  /** Whether the endpoint returns a secret, and therefore requires a recent password check. */
  needsRecentPassword?: boolean
}

type Headers = Record<string, string>
type Send = (request: TestRequest, headers: Headers) => Promise<{ status: number; body: { code?: string } }>

/** The access tests that every endpoint with session authentication must pass. */
export function testSessionSecurity(endpoint: Endpoint & { auth: 'session' }, plan: Plan): void {
  const system = useSharedSystem()
  const send: Send = ({ id = '', body, lines }, headers) =>
    system().call(
      endpoint.method,
      endpoint.path.replace('{mode}', 'live').replace('{id}', encodeURIComponent(id)),
      {
        headers: { ...(lines && { 'content-type': lines.type }), ...headers },
        ...(body && { body }),
        ...(lines && { body: lines.text }),
      },
    )
  const setUp = async () => {
    const { db } = system()
    const visitor = await (endpoint.admin ? openAdminSession(db) : openSession(db))
    return { visitor, request: await plan.valid(system(), visitor) }
  }
  testCookies(system, setUp, send)
  if (endpoint.method !== 'GET') testCrossSiteRequests(system, setUp, send)
  if (endpoint.admin) testRole(system, setUp, send)
  else if (endpoint.path.includes('{id}')) testIds(setUp, send)
  if (plan.needsRecentPassword) {
    test('a request 15 minutes after the password check is answered 401', async () => {
      const { visitor, request } = await setUp()
      await ageSession(system().db, visitor, 'proved_at', '15 minutes')
      expect(await codeOf(send(request, visitor.headers))).toEqual([401, 'unauthorized'])
    })
  }
}

type SetUp = () => Promise<{ visitor: Visitor; request: TestRequest }>

const codeOf = async (answer: ReturnType<Send>) => {
  const { status, body } = await answer
  return [status, body.code]
}

function testCookies(system: () => SharedSystem, setUp: SetUp, send: Send): void {
  test('a logged-in user is admitted', async () => {
    const { visitor, request } = await setUp()
    expect((await send(request, visitor.headers)).status).toBeLessThan(300)
  })

  test('no cookie, a malformed cookie and an unknown cookie are answered 401', async () => {
    const { visitor, request } = await setUp()
    const { cookie = '', ...others } = visitor.headers
    const unknown = `__Host-sid=${'A'.repeat(43)}`
    for (const badCookie of [
      '',
      '__Host-sid=',
      '__Host-sid=x',
      `${cookie}x`,
      cookie.replace('Host', 'host'),
      unknown,
    ]) {
      expect(await codeOf(send(request, { ...others, ...(badCookie && { cookie: badCookie }) }))).toEqual([
        401,
        'unauthorized',
      ])
    }
  })

  test.each([
    ['seven days old', 'created_at', '7 days'],
    ['idle for twelve hours', 'seen_at', '12 hours'],
  ] as const)('a session that is %s is answered 401', async (_, column, ago) => {
    const { visitor, request } = await setUp()
    await ageSession(system().db, visitor, column, ago)
    expect(await codeOf(send(request, visitor.headers))).toEqual([401, 'unauthorized'])
  })

  test('a session that was logged out is answered 401', async () => {
    const { visitor, request } = await setUp()
    const { headers } = visitor
    expect((await system().call('DELETE', '/api/account/session', { headers })).status).toBe(200)
    expect(await codeOf(send(request, headers))).toEqual([401, 'unauthorized'])
  })

  test('the session of a suspended user is answered 403 key_inactive', async () => {
    const { visitor, request } = await setUp()
    await system().db.row(`update users set suspended_at = now() where id = $1`, [visitor.id])
    expect(await codeOf(send(request, visitor.headers))).toEqual([403, 'key_inactive'])
  })

  test('an API key is not accepted', async () => {
    const { visitor, request } = await setUp()
    const { secret } = await createKey(system().db, visitor.id, { name: 'of the same user' })
    const { cookie: _, ...others } = visitor.headers
    for (const key of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }]) {
      expect(await codeOf(send(request, { ...others, ...key }))).toEqual([401, 'unauthorized'])
    }
  })
}

function testRole(system: () => SharedSystem, setUp: SetUp, send: Send): void {
  test('for a user who is no admin, also one who was, the endpoint does not exist', async () => {
    const { visitor, request } = await setUp()
    const user = await openSession(system().db)
    expect(await codeOf(send(request, user.headers))).toEqual([404, 'not_found'])
    await system().db.row(`update users set role = 'user' where id = $1`, [visitor.id])
    expect(await codeOf(send(request, visitor.headers))).toEqual([404, 'not_found'])
  })
}

function testCrossSiteRequests(system: () => SharedSystem, setUp: SetUp, send: Send): void {
  test('a cross-site request with a valid cookie is answered 401', async () => {
    const { visitor, request } = await setUp()
    const { cookie = '' } = visitor.headers
    const origin = new URL(system().baseUrl).origin
    const foreign: Headers[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin },
      { 'sec-fetch-site': 'none', origin },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
    ]
    for (const headers of foreign) {
      expect(await codeOf(send(request, { cookie, ...headers }))).toEqual([401, 'unauthorized'])
    }
  })

  test('a browser that sends only a matching Origin header is admitted', async () => {
    const { visitor, request } = await setUp()
    const { cookie = '' } = visitor.headers
    const { status } = await send(request, { cookie, origin: new URL(system().baseUrl).origin })
    expect(status).toBeLessThan(300)
  })
}

function testIds(setUp: SetUp, send: Send): void {
  test('foreign, absent and malformed ids and ids of another kind are answered 404', async () => {
    const [mine, theirs] = [await setUp(), await setUp()]
    const malformed = ['nonsense', 'key_short', `${exampleId('key')}x`, 'a\u0000b', '../..']
    for (const id of [theirs.request.id ?? '', newId('key'), newId('media'), ...malformed]) {
      const answer = await codeOf(send({ ...mine.request, id }, mine.visitor.headers))
      expect([id, ...answer]).toEqual([id, 404, 'not_found'])
    }
    expect((await send(theirs.request, theirs.visitor.headers)).status).toBe(200)
  })
}
