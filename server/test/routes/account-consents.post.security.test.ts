import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { allow, exchange, openConsent, openFlow } from './oauth-flow.ts'
import { testSessionSecurity } from './test-session-security.ts'

testSessionSecurity(endpoints.giveConsent, {
  valid: async (system) => ({ body: { request: (await openFlow(system)).request, decision: 'allow' } }),
  needsRecentPassword: true,
})

const system = useSharedSystem()

test('more than the client asked for cannot be allowed', async () => {
  const flow = await openFlow(system(), { scope: 'read' })
  const answer = await allow(system(), flow, { scopes: ['read', 'generate'] })
  expect([answer.status, answer.body.field]).toEqual([400, 'scopes'])
})

test('a consent gets no secret of a key: it cannot be rotated', async () => {
  const { visitor, key } = await openConsent(system())
  const path = `/api/account/keys/${key.id}/rotate`
  expect((await system().call('POST', path, { headers: visitor.headers, body: {} })).status).toBe(404)
})

test('another user sees, changes and ends no consent', async () => {
  const { call, db } = system()
  const { key, visitor } = await openConsent(system())
  const { headers } = await openSession(db)
  expect((await call('GET', '/api/account/keys', { headers })).body.keys).toEqual([])
  const path = `/api/account/keys/${key.id}`
  expect((await call('DELETE', path, { headers })).status).toBe(404)
  expect((await call('PATCH', path, { headers, body: { name: 'mine' } })).status).toBe(404)
  expect((await call('DELETE', path, { headers: visitor.headers })).status).toBe(200)
})

test('beyond ten consents of one client the one that was not used the longest ends', async () => {
  const flow = await openFlow(system())
  const ids: string[] = []
  for (let i = 0; i < 11; i++) ids.push((await allow(system(), flow)).body.key.id)
  const { headers } = flow.visitor
  const { keys } = (await system().call('GET', '/api/account/keys', { headers })).body
  const ended = keys.filter((one: { revokedAt: string | null }) => one.revokedAt !== null)
  expect(ended.map((one: { id: string }) => one.id)).toEqual([ids[0]])
})

test('an account that is erased ends its consents at once and forgets the clients', async () => {
  const { call, db } = system()
  const consent = await openConsent(system())
  const { code } = await allow(system(), consent)
  const { headers, id } = { ...consent.visitor }
  const erased = await call('POST', '/api/account/erasures', { headers, body: { subjectId: id } })
  expect(erased.status).toBe(201)
  expect((await exchange(system(), consent, code)).status).toBe(400)
  const left = await db.row<{ tokens: number; clients: string[] }>(
    `select (select count(*) from oauth_tokens where user_id = $1)
       + (select count(*) from oauth_codes where user_id = $1) as tokens,
       (select array_agg(distinct client_id) from api_keys where user_id = $1) as clients`,
    [id],
  )
  expect(left).toEqual({ tokens: 0, clients: ['erased'] })
})
