import { WayIn } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readWayIn } from '../../src/edge/routes/account-way-in.get.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL } from './test-entry-security.ts'

const system = useSharedSystem()
const url = useOwnApi([readWayIn], { SIGN_UP: 'open', ...MAIL })

test('a page learns who may come in, and whether there is anybody yet', async () => {
  const { call, db } = system()
  await openSession(db)
  const { status, body } = await call('GET', `${url()}/api/account/way-in`)
  expect(status).toBe(200)
  expect(WayIn.parse(body)).toEqual({ signUp: 'open', needsSetup: false, secondFactor: false, mail: true })
  const shared = await call('GET', '/api/account/way-in')
  expect(shared.body).toMatchObject({ signUp: 'invitation', secondFactor: true, mail: false })
})
