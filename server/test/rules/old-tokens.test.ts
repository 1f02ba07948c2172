import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asRole } from '../../harness/processes/index.ts'
import { removeOldTokens } from '../../src/access/oauth/index.ts'
import { type Db, openDb } from '../../src/platform/db/index.ts'
import { openConsent, refresh } from '../routes/oauth-flow.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const open = (role: 'atelier_api' | 'atelier_worker') =>
  openDb({ url: asRole(inject('shared').databaseUrl, role), poolSize: 2, onIdleError: () => undefined })
let api: Db
let worker: Db
beforeAll(() => {
  api = open('atelier_api')
  worker = open('atelier_worker')
})
afterAll(() => Promise.all([api.close(), worker.close()]))

const count = async (keyId: string) => {
  const row = await system().db.row<{ tokens: number; codes: number; revoked: boolean }>(
    `select (select count(*) from oauth_tokens where key_id = $1) as tokens,
       (select count(*) from oauth_codes where key_id = $1) as codes,
       (select revoked_at is not null from api_keys where id = $1) as revoked`,
    [keyId],
  )
  return row
}

test('the worker removes what has ended, and nothing else; the api may not', async () => {
  const { db } = system()
  const [kept, old, revoked] = await Promise.all([1, 2, 3].map(() => openConsent(system())))
  if (!kept || !old || !revoked) throw new Error('there are three')
  await db.row(`update oauth_tokens set expires_at = now() - interval '25 hours' where key_id = $1`, [
    old.key.id,
  ])
  // A host sends it once more, and learns that it has to refresh.
  await db.row(
    `update oauth_tokens set expires_at = now() - interval '23 hours' where key_id = $1 and kind = 'access'`,
    [kept.key.id],
  )
  await db.row(`update oauth_codes set created_at = now() - interval '25 hours' where key_id = $1`, [
    old.key.id,
  ])
  await db.row(`update api_keys set created_at = now() - interval '61 minutes' where id = $1`, [old.key.id])
  await db.row(`update api_keys set revoked_at = now() where id = $1`, [revoked.key.id])
  await expect(removeOldTokens(api)).rejects.toThrow('permission denied')
  // The worker of the shared system does the same.
  await removeOldTokens(worker)
  expect(await count(kept.key.id)).toEqual({ tokens: 2, codes: 1, revoked: false })
  expect(await count(old.key.id)).toEqual({ tokens: 0, codes: 0, revoked: true })
  expect(await count(revoked.key.id)).toMatchObject({ tokens: 0, revoked: true })
})

test('clients are forgotten: unused after a day, used after 90 days', async () => {
  const { db } = system()
  const [used, unused, gone] = await Promise.all([1, 2, 3].map(() => openConsent(system())))
  if (!used || !unused || !gone) throw new Error('there are three')
  await db.row(`update oauth_clients set used_at = now() - interval '91 days' where id = $1`, [
    gone.client.client_id,
  ])
  await db.row(`update oauth_clients set used_at = now() - interval '89 days' where id = $1`, [
    used.client.client_id,
  ])
  await db.row(
    `update oauth_clients set used_at = null, created_at = now() - interval '25 hours' where id = $1`,
    [unused.client.client_id],
  )
  await removeOldTokens(worker)
  const left = await db.rows<{ id: string }>(`select id from oauth_clients where id = any($1::text[])`, [
    [used.client.client_id, unused.client.client_id, gone.client.client_id],
  ])
  expect(left).toEqual([{ id: used.client.client_id }])
})

test('a client that refreshes is kept: its host could not ask for consent without it', async () => {
  const { db } = system()
  const consent = await openConsent(system())
  const id = consent.client.client_id
  // Not 91: the worker of the shared system may remove it before it refreshes.
  await db.row(`update oauth_clients set used_at = now() - interval '89 days' where id = $1`, [id])
  expect((await refresh(system(), consent, consent.refreshToken)).status).toBe(200)
  const wasUsed = `select used_at > now() - interval '1 hour' as just_now from oauth_clients where id = $1`
  expect(await db.row(wasUsed, [id])).toEqual({ just_now: true })
  await removeOldTokens(worker)
  expect(await db.row(wasUsed, [id])).toEqual({ just_now: true })
})
