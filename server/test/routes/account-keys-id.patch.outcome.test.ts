import { expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/access/identity/index.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

async function openKey() {
  const { call, db } = system()
  const { id: userId, headers } = await openSession(db)
  const { key, secret } = await createKey(db, userId, { name: 'agent', dailyCreditLimit: 800 })
  const change = (body: object) => call('PATCH', `/api/account/keys/${key.id}`, { headers, body })
  return { userId, headers, key, secret, change }
}

test('name, limits and end change one by one, and the rest stays', async () => {
  const { key, change } = await openKey()
  expect((await change({ name: ' night agent ' })).body.key).toEqual({ ...key, name: 'night agent' })
  const limited = (await change({ dailyCreditLimit: null, perJobCreditLimit: 400 })).body.key
  expect(limited).toMatchObject({ name: 'night agent', dailyCreditLimit: null, perJobCreditLimit: 400 })
  const { body } = await change({ expiresAt: '2999-01-01T00:00:00+01:00' })
  expect(body.key).toMatchObject({ perJobCreditLimit: 400, expiresAt: '2998-12-31T23:00:00.000Z' })
  expect((await change({ expiresAt: null })).body.key.expiresAt).toBeNull()
  expect((await change({})).status).toBe(200)
})

test('the audit names the session that changed a key', async () => {
  const { userId, headers, key, change } = await openKey()
  await change({ dailyCreditLimit: 5 })
  const { events } = (await system().call('GET', '/api/account/audit', { headers })).body
  expect(events[0]).toMatchObject({ subjectId: key.id, actor: { kind: 'session', id: userId } })
})

test('the audit tells a new end and a new name, too', async () => {
  const { headers, key, change } = await openKey()
  await change({ expiresAt: '2999-01-01T00:00:00Z' })
  await change({ expiresAt: null, name: 'night agent' })
  const { events } = (await system().call('GET', '/api/account/audit', { headers })).body
  expect(
    events
      .slice(0, 3)
      .map(({ action }: { action: string }) => action)
      .toSorted(),
  ).toEqual(['key.expiry_changed', 'key.expiry_changed', 'key.renamed'])
  expect(events.filter(({ subjectId }: { subjectId: string }) => subjectId === key.id)).toHaveLength(4)
})

test('limits and end need a recent password, a name does not', async () => {
  const { userId, change } = await openKey()
  await system().db.row(`update sessions set proved_at = now() - interval '16 minutes' where user_id = $1`, [
    userId,
  ])
  for (const body of [{ dailyCreditLimit: null }, { perJobCreditLimit: 1 }, { expiresAt: null }])
    expect((await change(body)).body).toMatchObject({ code: 'unauthorized' })
  expect((await change({ name: 'still mine' })).status).toBe(200)
})

test.each([
  [{ name: '' }, 'name'],
  [{ dailyCreditLimit: -1 }, 'dailyCreditLimit'],
  [{ perJobCreditLimit: 1.5 }, 'perJobCreditLimit'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: '9999-01-01T00:00:00Z' }, 'expiresAt'],
])('%j is answered 400', async (body, field) => {
  const { change } = await openKey()
  expect((await change(body)).body).toMatchObject({ code: 'invalid_request', field })
})

test('a key that has ended cannot be changed', async () => {
  const { userId, key, change } = await openKey()
  await revokeKey(system().db, userId, key.id)
  expect((await change({ name: 'again' })).status).toBe(404)
})
