import { FactorState } from '@atelier/contract'
import { expect, test } from 'vitest'
import { switchOn } from '../authenticator.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the second factor is off until it is confirmed', async () => {
  const { call, db } = system()
  const visitor = await openSession(db)
  const read = async () => FactorState.parse((await call('GET', '/api/account/factor', visitor)).body.factor)
  expect(await read()).toEqual({ on: false, since: null, recoveryCodesLeft: 0 })
  await call('POST', '/api/account/factor', visitor)
  expect((await read()).on).toBe(false)
  await switchOn(system(), visitor)
  expect(await read()).toMatchObject({ on: true, since: expect.any(String), recoveryCodesLeft: 10 })
})
