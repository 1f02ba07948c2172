import { KeySecret } from '@atelier/contract'
import { expect, test } from 'vitest'
import { createKey, newCallerResolver, revokeKey } from '../../src/access/identity/index.ts'
import { digestOf } from '../../src/access/identity/key-text.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const HOUR = 3_600_000

type Headers = Record<string, string>
const rotate = (headers: Headers, id: string, body: Record<string, unknown> = {}) =>
  system().call('POST', `/api/account/keys/${id}/rotate`, { headers, body })

const statusOf = async (secret: string) =>
  (await system().call('GET', '/api/gen/credits', { key: secret })).status

/** How many hours a secret stays valid; the current secret has no end. */
async function hoursLeft(secret: string): Promise<number> {
  const row = await system().db.row<{ expires_at: Date | null }>(
    `select expires_at from key_secrets where digest = $1`,
    [digestOf(secret)],
  )
  return ((row?.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()) / HOUR
}

test.each([
  [1, { graceHours: 1 }],
  [24, {}],
  [168, { graceHours: 168 }],
])('with a grace period of %d h both secrets work, and the old one expires after it', async (hours, body) => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const old = await createKey(db, id, { name: 'agent' })
  const answer = await rotate(headers, old.key.id, body)
  expect(answer.status).toBe(200)
  const { key, secret } = KeySecret.parse(answer.body)
  expect(key).toEqual({ ...old.key, prefix: secret.slice(0, 12) })
  expect([await statusOf(old.secret), await statusOf(secret)]).toEqual([200, 200])
  expect(await hoursLeft(old.secret)).toBeCloseTo(hours, 1)
  expect(await hoursLeft(secret)).toBe(Number.POSITIVE_INFINITY)
})

test('without a grace period the old secret is refused within 5 s, and at once if not cached', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const old = await createKey(db, id, { name: 'agent' })
  expect(await statusOf(old.secret)).toBe(200)
  const { body } = await rotate(headers, old.key.id, { graceHours: 0 })
  expect(await newCallerResolver(db)(old.secret)).toBe('inactive')
  expect(await statusOf(body.secret)).toBe(200)
  await expect.poll(() => statusOf(old.secret), { timeout: 5_000, interval: 100 }).toBe(403)
})

test('when the grace period ends the old secret is refused, even where it is cached', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const old = await createKey(db, id, { name: 'agent' })
  await rotate(headers, old.key.id)
  const endsAt = Date.now() + 1_000
  await db.row(`update key_secrets set expires_at = $2 where digest = $1`, [
    digestOf(old.secret),
    new Date(endsAt),
  ])
  expect(await statusOf(old.secret)).toBe(200)
  await expect.poll(() => statusOf(old.secret), { timeout: 3_000, interval: 50 }).toBe(403)
  expect(Date.now() - endsAt).toBeLessThan(500)
})

test('a second rotation does not extend the life of the first secret', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const first = await createKey(db, id, { name: 'agent' })
  const second = await rotate(headers, first.key.id, { graceHours: 1 })
  await rotate(headers, first.key.id, { graceHours: 168 })
  expect(await hoursLeft(first.secret)).toBeCloseTo(1, 1)
  expect(await hoursLeft(second.body.secret)).toBeCloseTo(168, 1)
})

test('a rotation keeps id, scopes and limits, so earlier spending still counts', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const limits = { dailyCreditLimit: 800, perJobCreditLimit: 400 }
  const old = await createKey(db, id, { name: 'agent', scopes: ['read'], ...limits })
  const { body } = await rotate(headers, old.key.id, { graceHours: 0 })
  expect(await newCallerResolver(db)(body.secret)).toMatchObject({
    keyId: old.key.id,
    scopes: ['read'],
    ...limits,
  })
})

test('two concurrent rotations give two working secrets', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const { key } = await createKey(db, id, { name: 'agent' })
  const answers = await Promise.all([rotate(headers, key.id), rotate(headers, key.id)])
  expect(await Promise.all(answers.map(({ body }) => statusOf(body.secret)))).toEqual([200, 200])
})

test('rotating a revoked or expired key is answered 404', async () => {
  const { db } = system()
  const { id, headers } = await openSession(db)
  const [revoked, expired] = [await createKey(db, id, { name: 'a' }), await createKey(db, id, { name: 'b' })]
  await revokeKey(db, id, revoked.key.id)
  await db.row(`update api_keys set expires_at = now() where id = $1`, [expired.key.id])
  for (const { key } of [revoked, expired]) {
    expect((await rotate(headers, key.id)).status).toBe(404)
  }
})

test.each([2, -1, '24', null])(
  'a grace period of %j is answered 400 with the field named',
  async (graceHours) => {
    const { db } = system()
    const { id, headers } = await openSession(db)
    const { key } = await createKey(db, id, { name: 'agent' })
    const { status, body } = await rotate(headers, key.id, { graceHours })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', 'graceHours'])
  },
)
