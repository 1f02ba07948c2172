import { KeyList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, listKeys, revokeKey } from '../../src/access/identity/index.ts'
import { openSession, openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('all keys are listed with their state, newest first', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const { key: first } = await createKey(db, id, { name: 'first', scopes: ['read'], dailyCreditLimit: 5 })
  const { key: second, secret } = await createKey(db, id, { name: 'second' })
  const revoked = await revokeKey(db, id, first.id)
  const { status, body } = await call('GET', '/api/account/keys', { headers })
  expect(status).toBe(200)
  expect(KeyList.parse(body).keys).toEqual([second, revoked].map((key) => ({ ...key, spentToday: 0 })))
  expect(revoked).toMatchObject({ name: 'first', scopes: ['read'], dailyCreditLimit: 5 })
  expect([revoked.revokedAt, second.prefix]).toEqual([expect.any(String), secret.slice(0, 12)])
})

test('lastUsedAt is recorded at most once a minute', async () => {
  const { call, db } = system()
  const { id } = await openSession(db)
  const { secret } = await createKey(db, id, { name: 'busy' })
  const lastUsedAt = async () => (await listKeys(db, id))[0]?.lastUsedAt
  expect(await lastUsedAt()).toBeNull()
  const before = Date.now()
  expect((await call('GET', '/api/gen/credits', { key: secret })).status).toBe(200)
  await expect.poll(lastUsedAt, { timeout: 5_000 }).not.toBeNull()
  const recorded = Date.parse((await lastUsedAt()) ?? '')
  expect(Math.abs(recorded - before)).toBeLessThan(10_000)
  for (let i = 0; i < 5; i++) await call('GET', '/api/gen/credits', { key: secret })
  expect(Date.parse((await lastUsedAt()) ?? '')).toBe(recorded)
})

test('an active key stays listed however many newer keys were revoked', async () => {
  const { db } = system()
  const { id } = await openSession(db)
  const { key: active } = await createKey(db, id, { name: 'active' })
  for (let i = 0; i < 210; i++) await revokeKey(db, id, (await createKey(db, id, { name: `${i}` })).key.id)
  const keys = await listKeys(db, id)
  expect([keys.length, keys.at(-1)]).toEqual([200, active])
  // Two keys created within the same millisecond may come in either order.
  expect(['208', '209']).toContain(keys[0]?.name)
})

test('each key shows what it spent today, less refunds, and not what was made by hand', async () => {
  const { call, createUser, db, submit, finished } = system()
  const user = await createUser()
  const { key, secret } = await createKey(db, user.id, { name: 'second' })
  await submit(user)
  const failing = { ...user, apiKey: secret, keyId: key.id }
  await finished(failing, (await submit(failing, { model: 'simulator/fail' })).body.id)
  const headers = await openSessionOf(db, user)
  await call('POST', '/api/owner/live/gen/image', { headers, body: { prompt: 'a mug' } })
  const { keys } = KeyList.parse((await call('GET', '/api/account/keys', { headers })).body)
  expect(keys.map(({ id, spentToday }) => [id, spentToday])).toEqual([
    [key.id, 0],
    [user.keyId, 400],
  ])
})
