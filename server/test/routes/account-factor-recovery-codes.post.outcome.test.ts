import { RecoveryCodes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { switchOn } from '../authenticator.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('new codes replace all old ones', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const path = '/api/account/factor/recovery-codes'
  expect((await call('POST', path, visitor)).status).toBe(404)
  const { recoveryCodes: old } = await switchOn(system(), visitor)
  const { status, body } = await call('POST', path, visitor)
  expect(status).toBe(200)
  const { recoveryCodes, factor } = RecoveryCodes.parse(body)
  expect(factor.recoveryCodesLeft).toBe(10)
  expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([])
  const { events } = (await call('GET', '/api/account/audit', visitor)).body
  expect(events[0]).toMatchObject({ action: 'recovery_codes.made', actor: { id: visitor.id } })
})

test('of requests at the same time the codes of one count, ten and no more', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  await switchOn(system(), visitor)
  const path = '/api/account/factor/recovery-codes'
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', path, visitor)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const left = await db.rows(`select from recovery_codes where user_id = $1`, [visitor.id])
  expect(left.length).toBe(10)
})
