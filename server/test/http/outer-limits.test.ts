import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/index.ts'
import { newTokenText } from '../../src/access/oauth/token-text.ts'
import { openSession, pageHeaders } from '../open-session.ts'
import { openConsent } from '../routes/oauth-flow.ts'
import { useSystem } from '../use-system.ts'

const UNKNOWN_KEYS = 5
const REPLAYS = 4
const system = useSystem({
  UNKNOWN_KEYS_PER_MINUTE: String(UNKNOWN_KEYS),
  REPLAYS_PER_SLOT: String(REPLAYS),
  TRUST_PROXY: 'loopback',
})

/** A request that a proxy passed on for a client of this network. */
const ask = (key: string, network: string) =>
  system().call('GET', '/api/gen/credits', { key, headers: { 'x-forwarded-for': network } })

test('a network that sends many unknown keys is refused; keys that are known are not', async () => {
  const known = await system().createUser()
  const other = await system().createUser()
  expect((await ask(known.apiKey, '2001:db8:1:2::1')).status).toBe(200)
  const statuses: number[] = []
  for (let index = 0; index < UNKNOWN_KEYS + 3; index++) {
    // All addresses of the first 64 bits are one network.
    statuses.push((await ask(newKeyText(), `2001:db8:1:2::${index + 1}`)).status)
  }
  expect(statuses).toEqual([...Array(UNKNOWN_KEYS).fill(401), 429, 429, 429])
  const { status, headers, body } = await ask(newKeyText(), '2001:db8:1:2::1')
  expect([status, body.code, body.charged]).toEqual([429, 'rate_limited', 'none'])
  expect(Number(headers.get('retry-after'))).toBe(body.retryAfterSeconds)
  expect((await ask(known.apiKey, '2001:db8:1:2::1')).status).toBe(200)
  expect((await ask(other.apiKey, '2001:db8:1:3::1')).status).toBe(200)
  expect((await ask(newKeyText(), '2001:db8:1:3::1')).status).toBe(401)
})

test('keys that exist use nothing up, however many a network has', async () => {
  for (let index = 0; index < UNKNOWN_KEYS * 2; index++) {
    const { apiKey } = await system().createUser()
    expect((await ask(apiKey, '198.51.100.7')).status).toBe(200)
  }
  expect((await ask(newKeyText(), '198.51.100.7')).status).toBe(401)
})

test('a network that sends many unknown sessions is refused; sessions that are known are not', async () => {
  const read = (token: string) =>
    system().call('GET', '/api/account/session', {
      headers: { ...pageHeaders(token), 'x-forwarded-for': '203.0.113.9' },
    })
  const [{ token }, other] = [await openSession(system().app.db), await openSession(system().app.db)]
  expect((await read(token)).status).toBe(200)
  const unknown = () => read(randomBytes(32).toString('base64url'))
  const statuses: number[] = []
  for (let index = 0; index < UNKNOWN_KEYS + 2; index++) statuses.push((await unknown()).status)
  expect(statuses).toEqual([...Array(UNKNOWN_KEYS).fill(401), 429, 429])
  expect((await read(token)).status).toBe(200)
  expect((await read(other.token)).status).toBe(429)
})

test('the looks of open pages have a limit of their own and use up no reads', async () => {
  const { headers } = await openSession(system().app.db)
  const look = () => system().call('GET', '/api/owner/live/changes', { headers })
  const first = await look()
  expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '1499'])
  const others = await Promise.all(Array.from({ length: 1_500 }, look))
  expect(others.filter(({ status }) => status === 200)).toHaveLength(1_499)
  const refused = others.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'rate_limited', charged: 'none' })
  expect(Number(refused?.headers.get('retry-after'))).toBe(refused?.body.retryAfterSeconds)
  const read = await system().call('GET', '/api/account/session', { headers })
  expect([read.status, read.headers.get('x-ratelimit-remaining')]).toEqual([200, '299'])
})

test('replays are not counted, up to an outer limit that is far above the rate limit', async () => {
  const user = await system().createUser()
  const body = { clientRef: randomUUID(), model: 'simulator/ok' }
  const answers = []
  for (let index = 0; index < 10 * REPLAYS + 2; index++) answers.push(await system().submit(user, body))
  const ids = new Set(answers.slice(0, 10 * REPLAYS).map((one) => one.body.id))
  expect(ids.size).toBe(1)
  expect(answers.slice(0, 10 * REPLAYS).every((one) => one.status === 201)).toBe(true)
  const refused = answers.at(-1)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', charged: 'none' } })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const { headers } = await system().call('GET', '/api/gen/credits', { key: user.apiKey })
  expect(headers.get('x-ratelimit-remaining')).toBe('299')
  expect(await system().entries(user)).toHaveLength(2)
})

test('a token is not held up by others that ended: hosts of many owners share a network', async () => {
  const shared = { ...system(), db: system().app.db }
  const list = (token: string) =>
    system().call('POST', '/mcp', {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.77' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    })
  const used = await openConsent(shared)
  expect((await list(used.access)).status).toBe(200)
  const { db } = shared
  // An hour later every host sends its token once more, and learns from the 401 that it has to refresh.
  for (let index = 0; index < UNKNOWN_KEYS + 3; index++) {
    const { access, key } = await openConsent(shared)
    await db.row(`update oauth_tokens set expires_at = now() - interval '1 s' where key_id = $1`, [key.id])
    expect([index, (await list(access)).status]).toEqual([index, 401])
    expect((await list(access)).status).toBe(401)
  }
  const statuses: number[] = []
  for (let index = 0; index < UNKNOWN_KEYS + 2; index++)
    statuses.push((await list(newTokenText('access'))).status)
  expect(statuses).toEqual([...Array(UNKNOWN_KEYS).fill(401), 429, 429])
  expect((await list(used.access)).status).toBe(200)
})
