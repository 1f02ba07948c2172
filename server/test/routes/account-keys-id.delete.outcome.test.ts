import { RevokedKey } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, rotateKey } from '../../src/access/identity/index.ts'
import { readCredits } from '../../src/edge/routes/gen-credits.get.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const otherUrl = useOwnApi([readCredits])

test('a revoked key is refused within 5 s by every process, with each of its secrets', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const old = await createKey(db, id, { name: 'agent' })
  const { secret } = await rotateKey(db, id, old.key.id, 24)
  const statuses = () =>
    Promise.all(
      ['', otherUrl()].flatMap((url) =>
        [old.secret, secret].map(
          async (key) => (await call('GET', `${url}/api/gen/credits`, { key })).status,
        ),
      ),
    )
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const { status, body } = await call('DELETE', `/api/account/keys/${old.key.id}`, { headers })
  expect(status).toBe(200)
  expect(RevokedKey.parse(body).key).toMatchObject({ id: old.key.id, revokedAt: expect.any(String) })
  await expect.poll(statuses, { timeout: 5_000, interval: 100 }).toEqual([403, 403, 403, 403])
})

test('revoking a key again is answered 404 and keeps the first revocation time', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const { key } = await createKey(db, id, { name: 'agent' })
  const first = await call('DELETE', `/api/account/keys/${key.id}`, { headers })
  expect((await call('DELETE', `/api/account/keys/${key.id}`, { headers })).status).toBe(404)
  const { body } = await call('GET', '/api/account/keys', { headers })
  expect(body.keys).toEqual([{ ...first.body.key, spentToday: 0 }])
})

test('revoking a key needs no recent password, because it may be an emergency', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const { key } = await createKey(db, id, { name: 'agent' })
  await db.row(`update sessions set proved_at = now() - interval '1 day' where user_id = $1`, [id])
  expect((await call('DELETE', `/api/account/keys/${key.id}`, { headers })).status).toBe(200)
})
