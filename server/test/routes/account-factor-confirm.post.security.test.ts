import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { codeOf } from '../authenticator.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

const system = useSharedSystem()

testSessionSecurity(endpoints.confirmFactor, {
  valid: async ({ call }, { headers }) => {
    const { secret } = (await call('POST', '/api/account/factor', { headers })).body
    return { body: { code: codeOf(secret) } }
  },
})

test('after ten wrong codes even the right one is refused, also for a new secret', async () => {
  const { call, db } = system()
  const { headers } = await openSession(db)
  const start = async () => (await call('POST', '/api/account/factor', { headers })).body.secret
  const confirm = async (code: string) =>
    (await call('POST', '/api/account/factor/confirm', { headers, body: { code } })).status
  await start()
  for (let tries = 0; tries < 10; tries++) expect(await confirm('000000')).toBe(401)
  expect(await confirm(codeOf(await start()))).toBe(429)
})

test('a secret is stored encrypted, and cannot be read by its user again', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const { secret } = (await call('POST', '/api/account/factor', { headers })).body
  const row = await db.row<{ text: string }>(
    `select f::text as text from second_factors f where user_id = $1`,
    [id],
  )
  expect(row?.text).not.toContain(secret)
  expect(JSON.stringify((await call('GET', '/api/account/factor', { headers })).body)).not.toContain(secret)
})
