import { GrantPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { asActor } from '../../src/access/audit/index.ts'
import { grant } from '../../src/access/credits/index.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('grants of all users are listed with who made them, without their notes', async () => {
  const { call, db } = system()
  const { headers } = await openAdminSession(db)
  const { id: userId } = await openSession(db)
  const operator = asActor(db, { kind: 'operator', id: 'operations' })
  await grant(operator, { userId, amount: 1_234, kind: 'grant', note: 'a note that is not shown' })
  const { status, body } = await call('GET', '/api/admin/grants?limit=100', { headers })
  expect(status).toBe(200)
  const { grants } = GrantPage.parse(body)
  expect(grants.find((one) => one.userId === userId)).toMatchObject({
    amount: 1_234,
    mode: 'live',
    grantedBy: { kind: 'operator', id: 'operations' },
  })
  expect(JSON.stringify(body)).not.toContain('a note that is not shown')
})
