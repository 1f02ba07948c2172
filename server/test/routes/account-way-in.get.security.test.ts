import { expect, test } from 'vitest'
import { readWayIn } from '../../src/edge/routes/account-way-in.get.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const url = useOwnApi([readWayIn])

test('the answer is the same with and without a session, and names nobody', async () => {
  const { call, db } = system()
  const { headers, email } = await openSession(db)
  const [open, known] = [
    await call('GET', `${url()}/api/account/way-in`),
    await call('GET', `${url()}/api/account/way-in`, { headers }),
  ]
  expect(open.body).toEqual(known.body)
  expect(JSON.stringify(open.body)).not.toContain(email)
})
