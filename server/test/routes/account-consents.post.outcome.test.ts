import { ConsentAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { allow, openConsent, openFlow } from './oauth-flow.ts'

const system = useSharedSystem()

test('allowing makes a key record with ceilings, and sends the browser back with a code', async () => {
  const flow = await openFlow(system())
  const choice = { scopes: ['read'], mode: 'test', dailyCreditLimit: 800, perJobCreditLimit: 400 }
  const { status, body, sentTo, code } = await allow(system(), flow, choice)
  expect(status).toBe(201)
  expect(ConsentAnswer.parse(body).key).toMatchObject({
    ...choice,
    name: 'Night agent',
    prefix: 'hsa_',
    client: { id: flow.client.client_id, host: 'client.example' },
  })
  expect(code).toMatch(/^hsc_[0-9A-Za-z]{51}$/)
  expect(sentTo?.searchParams.get('state')).toBe('a state of the client')
  expect(sentTo?.searchParams.get('iss')).toBe(system().baseUrl)
})

test('refusing makes nothing and tells the client', async () => {
  const flow = await openFlow(system())
  const { body, sentTo } = await allow(system(), flow, { decision: 'refuse' })
  expect(body.key).toBeNull()
  expect(Object.fromEntries(sentTo?.searchParams ?? [])).toEqual({
    error: 'access_denied',
    state: 'a state of the client',
    iss: system().baseUrl,
  })
  const { headers } = flow.visitor
  expect((await system().call('GET', '/api/account/keys', { headers })).body.keys).toEqual([])
})

test('consents are beside the keys, not among the ten, and are renamed and limited', async () => {
  const { db, call } = system()
  const { visitor, key } = await openConsent(system())
  const { headers } = visitor
  for (let i = 0; i < 10; i++) await createKey(db, visitor.id, { name: `key ${i}` })
  const { keys } = (await call('GET', '/api/account/keys', { headers })).body
  expect(keys).toHaveLength(11)
  expect(keys.at(-1)).toMatchObject({ id: key.id, spentToday: 0, client: { host: 'client.example' } })
  const path = `/api/account/keys/${key.id}`
  const changed = await call('PATCH', path, { headers, body: { name: 'mine', dailyCreditLimit: 5 } })
  expect(changed.body.key).toMatchObject({ name: 'mine', dailyCreditLimit: 5 })
})

test('the audit tells what was allowed and to whom', async () => {
  const { visitor, key } = await openConsent(system())
  const { headers } = visitor
  const { events } = (await system().call('GET', '/api/account/audit', { headers })).body
  const created = events.find((one: { subjectId: string }) => one.subjectId === key.id)
  expect(created).toMatchObject({
    action: 'key.created',
    actor: { kind: 'session', id: visitor.id },
    changes: { client: 'client.example', mode: 'live' },
  })
})
