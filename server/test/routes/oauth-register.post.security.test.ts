import { expect, test } from 'vitest'
import { registerClient as register } from '../../src/access/oauth/index.ts'
import { registerClient } from '../../src/edge/routes/oauth-register.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { openFlow } from './oauth-flow.ts'
import { randomNetworkAddress } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([registerClient], { TRUST_PROXY: 'loopback' })
const body = { client_name: 'Flood', redirect_uris: ['https://client.example/callback'] }

test('the eleventh registration of a network in a minute is answered 429', async () => {
  const headers = { 'x-forwarded-for': randomNetworkAddress() }
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await system().call('POST', `${url()}/oauth/register`, { headers, body })).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
})

test('of a network at most 50 clients that nobody allowed are kept: the oldest makes room', async () => {
  const { db } = system()
  const network = randomNetworkAddress()
  const ids: string[] = []
  const registerOne = async () => ids.push((await register(db, network, body)).client_id)
  for (let i = 0; i < 50; i++) await registerOne()
  await db.row(`select use_client($1)`, [ids[0]])
  await registerOne()
  await registerOne()
  const left = await db.rows<{ id: string }>(`select id from oauth_clients where id = any($1::text[])`, [ids])
  expect(ids.filter((id) => !left.some((one) => one.id === id))).toEqual([ids[1]])
})

test('a client that nobody allowed is forgotten after a day', async () => {
  const { db, call } = system()
  const { visitor, client, request } = await openFlow(system())
  await db.row(`update oauth_clients set created_at = now() - interval '1 day' where id = $1`, [
    client.client_id,
  ])
  const answer = await call('POST', '/api/account/consents/review', {
    headers: visitor.headers,
    body: { request },
  })
  expect([answer.status, answer.body.field, answer.body.redirectTo]).toEqual([400, 'client_id', undefined])
})

test('a name is one line of visible characters', async () => {
  const client_name = `Claude\u202e\n\n${'x'.repeat(150)}`
  const client = await register(system().db, randomNetworkAddress(), { ...body, client_name })
  expect(client.client_name).toBe(`Claude ${'x'.repeat(73)}`)
})
