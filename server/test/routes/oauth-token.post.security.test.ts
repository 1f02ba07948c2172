import { expect, test } from 'vitest'
import { newCallerResolver, setSuspended } from '../../src/access/identity/index.ts'
import { newBearerResolver } from '../../src/access/oauth/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { allow, exchange, openConsent, openFlow, refresh, sendEncoded } from './oauth-flow.ts'

const system = useSharedSystem()

const whoIs = (text: string) => newBearerResolver(system().db, newCallerResolver(system().db))(text)
const dead = [400, 'invalid_grant']
const errorOf = async (answer: ReturnType<typeof sendEncoded>) => {
  const { status, body } = await answer
  return [status, body.error]
}
const ageToken = (token: string, columns: string) =>
  system().db.row(`update oauth_tokens set ${columns} where digest = sha256($1::text::bytea)`, [token])

test('a code works once; a second use ends the consent with all its tokens', async () => {
  const consent = await openConsent(system())
  expect(await whoIs(consent.access)).toMatchObject({ keyId: consent.key.id })
  expect(await errorOf(exchange(system(), consent, consent.code))).toEqual(dead)
  expect(await whoIs(consent.access)).toBe('unknown')
  expect(await errorOf(refresh(system(), consent, consent.refreshToken))).toEqual(dead)
  const { headers } = consent.visitor
  const { events } = (await system().call('GET', '/api/account/audit', { headers })).body
  expect(events[0]).toMatchObject({
    action: 'key.revoked',
    actor: { kind: 'client', id: consent.client.client_id },
  })
})

test('of two who use one code at the same time, none keeps a token', async () => {
  const flow = await openFlow(system())
  const { code } = await allow(system(), flow)
  const answers = await Promise.all([1, 2, 3].map(() => exchange(system(), flow, code)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
  for (const { body } of answers.filter(({ status }) => status === 200))
    expect(await whoIs(body.access_token)).toBe('unknown')
})

test.each([
  ['another client', { client_id: 'cli_4cVbN0aRkQ2sX8mLtZ1yPw' }],
  ['another address', { redirect_uri: 'https://client.example/callback/' }],
  ['another verifier', { code_verifier: 'x'.repeat(43) }],
  ['no code', { code: 'hsc_' }],
])('a code with %s is refused, and stays good for its own client', async (_, change) => {
  const flow = await openFlow(system())
  const { code } = await allow(system(), flow)
  expect(await errorOf(exchange(system(), flow, code, change))).toEqual(dead)
  expect((await exchange(system(), flow, code)).status).toBe(200)
})

test('a code without a verifier, and one that is a minute old, are refused', async () => {
  const flow = await openFlow(system())
  const { code } = await allow(system(), flow)
  const bare = { grant_type: 'authorization_code', client_id: flow.client.client_id, code }
  const redirect_uri = 'https://client.example/callback'
  expect(await errorOf(sendEncoded(system(), '/oauth/token', { ...bare, redirect_uri }))).toEqual(dead)
  await system().db.row(`update oauth_codes set expires_at = now() where digest = sha256($1::text::bytea)`, [
    code,
  ])
  expect(await errorOf(exchange(system(), flow, code))).toEqual(dead)
})

test('a refresh token that was replaced works for two minutes; later use ends the consent', async () => {
  const consent = await openConsent(system())
  const { body } = await refresh(system(), consent, consent.refreshToken)
  await ageToken(consent.refreshToken, `replaced_at = now() - interval '119 seconds'`)
  expect((await refresh(system(), consent, consent.refreshToken)).status).toBe(200)
  await ageToken(consent.refreshToken, `replaced_at = now() - interval '121 seconds'`)
  expect(await errorOf(refresh(system(), consent, consent.refreshToken))).toEqual(dead)
  expect(await whoIs(body.access_token)).toBe('unknown')
  expect(await errorOf(refresh(system(), consent, body.refresh_token))).toEqual(dead)
})

test('within the grace a token works ten times more; the eleventh use ends the consent', async () => {
  const consent = await openConsent(system())
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await refresh(system(), consent, consent.refreshToken)).status)
  expect(statuses).toEqual([...Array(11).fill(200), 400])
  expect(await whoIs(consent.access)).toBe('unknown')
})

test('a token of another client, an old one, and what is none are refused', async () => {
  const [consent, other] = [await openConsent(system()), await openConsent(system())]
  expect(await errorOf(refresh(system(), other, consent.refreshToken))).toEqual(dead)
  const { apiKey } = await system().createUser()
  for (const text of [consent.access, consent.code, apiKey, 'hsr_', ''])
    expect(await errorOf(refresh(system(), consent, text))).toEqual(dead)
  expect((await refresh(system(), consent, consent.refreshToken)).status).toBe(200)
  await ageToken(other.refreshToken, 'expires_at = now()')
  expect(await errorOf(refresh(system(), other, other.refreshToken))).toEqual(dead)
})

test('a consent ends after a year, however often its client refreshes', async () => {
  const consent = await openConsent(system())
  const days = (Date.parse(consent.key.expiresAt) - Date.parse(consent.key.createdAt)) / 86_400_000
  expect(days).toBeCloseTo(365, 2)
  const first = await refresh(system(), consent, consent.refreshToken)
  expect(first.status).toBe(200)
  const age = (columns: string) =>
    system().db.row(`update api_keys set ${columns} where id = $1`, [consent.key.id])
  await age(`expires_at = now() - interval '1 second'`)
  expect(await errorOf(refresh(system(), consent, first.body.refresh_token))).toEqual(dead)
  expect(await whoIs(first.body.access_token)).toBe('unknown')
  // Also one without an end of its own.
  await age(`expires_at = null, created_at = now() - interval '366 days'`)
  expect(await errorOf(refresh(system(), consent, first.body.refresh_token))).toEqual(dead)
})

test('only a valid access token is a bearer, as long as its consent is in force', async () => {
  const consent = await openConsent(system())
  for (const text of [consent.refreshToken, consent.code, `${consent.access}x`, consent.access.slice(0, -1)])
    expect(await whoIs(text)).toBe('unknown')
  await ageToken(consent.access, 'expires_at = now()')
  expect(await whoIs(consent.access)).toBe('unknown')
})

test('a token of a suspended user is inactive, one of an ended consent unknown', async () => {
  const { db, call } = system()
  const [suspended, revoked, ended] = await Promise.all([1, 2, 3].map(() => openConsent(system())))
  if (!suspended || !revoked || !ended) throw new Error('there are three')
  await setSuspended(db, suspended.visitor.id, true)
  expect(await whoIs(suspended.access)).toBe('inactive')
  expect(await errorOf(refresh(system(), suspended, suspended.refreshToken))).toEqual(dead)
  const path = `/api/account/keys/${revoked.key.id}`
  expect((await call('DELETE', path, { headers: revoked.visitor.headers })).status).toBe(200)
  expect(await whoIs(revoked.access)).toBe('unknown')
  expect(await errorOf(refresh(system(), revoked, revoked.refreshToken))).toEqual(dead)
  await db.row(`update api_keys set expires_at = now() where id = $1`, [ended.key.id])
  expect(await whoIs(ended.access)).toBe('unknown')
})

test('an access token opens no endpoint of keys', async () => {
  const { access } = await openConsent(system())
  for (const headers of [{ authorization: `Bearer ${access}` }, { 'x-api-key': access }]) {
    for (const path of ['/api/gen/credits', '/api/gen/media', '/api/agent/topics', '/api/account/keys'])
      expect((await system().call('GET', path, { headers })).status).toBe(401)
  }
})

test('fields that are sent twice and other types of body are refused', async () => {
  const { call } = system()
  const type = 'application/x-www-form-urlencoded'
  const twice = await call('POST', '/oauth/token', {
    headers: { 'content-type': type },
    body: 'grant_type=refresh_token&client_id=a&client_id=b',
  })
  const json = await call('POST', '/oauth/token', { body: { grant_type: 'refresh_token' } })
  expect([twice.status, json.status, json.body.field]).toEqual([400, 400, 'content-type'])
})
