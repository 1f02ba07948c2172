import { RecoveryCodes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { logIn } from '../../src/access/identity/index.ts'
import { codeOf } from '../authenticator.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a code switches the factor on and gives recovery codes; the password alone opens nothing', async () => {
  const { call, db } = system()
  const { id, email, headers } = await openSession(db)
  const { secret } = (await call('POST', '/api/account/factor', { headers })).body
  await logIn(db, { email, password: PASSWORD }, undefined)
  const confirm = (code: string) => call('POST', '/api/account/factor/confirm', { headers, body: { code } })
  expect((await confirm('123')).status).toBe(401)
  const { status, body } = await confirm(` ${codeOf(secret).replace(/^.../, '$& ')} `)
  expect(status).toBe(200)
  const { recoveryCodes, factor } = RecoveryCodes.parse(body)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/)
  expect(factor.on).toBe(true)
  // The session of before ended: it was begun without a code. This one stays.
  expect((await db.rows(`select from sessions where user_id = $1`, [id])).length).toBe(1)
  await expect(logIn(db, { email, password: PASSWORD }, undefined)).rejects.toThrow('with a code')
  const stored = await db.rows<{ text: string }>(
    `select c::text as text from recovery_codes c where user_id = $1`,
    [id],
  )
  for (const code of recoveryCodes) expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
  expect((await confirm(codeOf(secret, 1))).status).toBe(404)
  const { events } = (await call('GET', '/api/account/audit', { headers })).body
  for (const [at, action] of ['recovery_codes.made', 'second_factor.switched_on'].entries())
    expect(events[at]).toMatchObject({ action, actor: { kind: 'session', id } })
})

test.each([
  ['the same code', [0, 0, 0]],
  ['different codes', [-1, 0, 1]],
])('of confirmations at once with %s one counts, and its recovery codes work', async (_, steps) => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const { secret } = (await call('POST', '/api/account/factor', { headers })).body
  const answers = await Promise.all(
    steps.map((step) =>
      call('POST', '/api/account/factor/confirm', { headers, body: { code: codeOf(secret, step) } }),
    ),
  )
  const made = answers.filter(({ status }) => status === 200)
  expect(made.length).toBe(1)
  const [code = ''] = RecoveryCodes.parse(made[0]?.body).recoveryCodes
  const stored = await db.rows(
    `select from recovery_codes where user_id = $1 and digest = sha256($2::text::bytea)`,
    [id, code.replaceAll('-', '')],
  )
  expect(stored.length).toBe(1)
})
