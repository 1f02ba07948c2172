import { type Endpoint, exampleId } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { ageSession, openSession, type Visitor } from '../open-session.ts'
import { type SharedSystem, useSharedSystem } from '../use-shared-system.ts'

type Asked = { id?: string; body?: Record<string, unknown>; lines?: { type: string; text: string } }

type Plan = {
  /** A request that the visitor may make, with all that it needs. */
  valid: (system: SharedSystem, visitor: Visitor) => Promise<Asked>
  /** Whether it hands out a secret, and so wants the password to have been given lately. */
  wantsFreshPassword?: boolean
}

type Headers = Record<string, string>
type Ask = (asked: Asked, headers: Headers) => Promise<{ status: number; body: { code?: string } }>

/** Nobody gets in where they don't belong: the same questions for every endpoint of the dashboard. */
export function testSessionSecurity(endpoint: Endpoint & { auth: 'session' }, plan: Plan): void {
  const system = useSharedSystem()
  const ask: Ask = ({ id = '', body, lines }, headers) =>
    system().call(endpoint.method, endpoint.path.replace('{id}', encodeURIComponent(id)), {
      headers: { ...(lines && { 'content-type': lines.type }), ...headers },
      ...(body && { body }),
      ...(lines && { body: lines.text }),
    })
  const arrange = async () => {
    const visitor = await openSession(system().db)
    return { visitor, asked: await plan.valid(system(), visitor) }
  }
  testCookies(system, arrange, ask)
  if (endpoint.method !== 'GET') testSites(system, arrange, ask)
  if (endpoint.path.includes('{id}')) testIds(arrange, ask)
  if (plan.wantsFreshPassword) {
    test('15 minutes after the password was given it is 401', async () => {
      const { visitor, asked } = await arrange()
      await ageSession(system().db, visitor, 'proved_at', '15 minutes')
      expect(await codeOf(ask(asked, visitor.headers))).toEqual([401, 'unauthorized'])
    })
  }
}

type Arrange = () => Promise<{ visitor: Visitor; asked: Asked }>

const codeOf = async (answer: ReturnType<Ask>) => {
  const { status, body } = await answer
  return [status, body.code]
}

function testCookies(system: () => SharedSystem, arrange: Arrange, ask: Ask): void {
  test('whoever is logged in is let in', async () => {
    const { visitor, asked } = await arrange()
    expect((await ask(asked, visitor.headers)).status).toBeLessThan(300)
  })

  test('no cookie, a broken one and an unknown one are 401', async () => {
    const { visitor, asked } = await arrange()
    const { cookie = '', ...others } = visitor.headers
    const unknown = `__Host-sid=${'A'.repeat(43)}`
    for (const bad of [
      '',
      '__Host-sid=',
      '__Host-sid=x',
      `${cookie}x`,
      cookie.replace('Host', 'host'),
      unknown,
    ]) {
      expect(await codeOf(ask(asked, { ...others, ...(bad && { cookie: bad }) }))).toEqual([
        401,
        'unauthorized',
      ])
    }
  })

  test.each([
    ['seven days old', 'created_at', '7 days'],
    ['idle for twelve hours', 'seen_at', '12 hours'],
  ] as const)('a session that is %s is 401', async (_, times, ago) => {
    const { visitor, asked } = await arrange()
    await ageSession(system().db, visitor, times, ago)
    expect(await codeOf(ask(asked, visitor.headers))).toEqual([401, 'unauthorized'])
  })

  test('a session that was logged out is 401', async () => {
    const { visitor, asked } = await arrange()
    const { headers } = visitor
    expect((await system().call('DELETE', '/api/account/session', { headers })).status).toBe(200)
    expect(await codeOf(ask(asked, headers))).toEqual([401, 'unauthorized'])
  })

  test('the session of a suspended user is 403 key_inactive', async () => {
    const { visitor, asked } = await arrange()
    await system().db.row(`update users set suspended_at = now() where id = $1`, [visitor.id])
    expect(await codeOf(ask(asked, visitor.headers))).toEqual([403, 'key_inactive'])
  })

  test('an API key opens nothing here', async () => {
    const { visitor, asked } = await arrange()
    const { secret } = await createKey(system().db, visitor.id, { name: 'of the same user' })
    const { cookie: _, ...others } = visitor.headers
    for (const key of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }]) {
      expect(await codeOf(ask(asked, { ...others, ...key }))).toEqual([401, 'unauthorized'])
    }
  })
}

function testSites(system: () => SharedSystem, arrange: Arrange, ask: Ask): void {
  test('what another site sends with our cookie is 401', async () => {
    const { visitor, asked } = await arrange()
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
      expect(await codeOf(ask(asked, { cookie, ...headers }))).toEqual([401, 'unauthorized'])
    }
  })

  test('a browser that only says where the page is from is let in', async () => {
    const { visitor, asked } = await arrange()
    const { cookie = '' } = visitor.headers
    const { status } = await ask(asked, { cookie, origin: new URL(system().baseUrl).origin })
    expect(status).toBeLessThan(300)
  })
}

function testIds(arrange: Arrange, ask: Ask): void {
  test('another user’s id, an absent, a malformed and one of another kind are 404', async () => {
    const [mine, theirs] = [await arrange(), await arrange()]
    const malformed = ['nonsense', 'key_short', `${exampleId('key')}x`, 'a\u0000b', '../..']
    for (const id of [theirs.asked.id ?? '', newId('key'), newId('media'), ...malformed]) {
      const told = await codeOf(ask({ ...mine.asked, id }, mine.visitor.headers))
      expect([id, ...told]).toEqual([id, 404, 'not_found'])
    }
    expect((await ask(theirs.asked, theirs.visitor.headers)).status).toBe(200)
  })
}
