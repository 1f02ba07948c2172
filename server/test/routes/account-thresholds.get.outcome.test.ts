import { ThresholdsAnswer, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a user without changes has the default thresholds', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await system().call('GET', '/api/account/thresholds', { headers })
  expect(status).toBe(200)
  expect(ThresholdsAnswer.strict().parse(body).thresholds).toEqual(thresholdsByDefault)
})

test('changed thresholds are returned together with the defaults', async () => {
  const { headers } = await openSession(system().db)
  await system().call('PATCH', '/api/account/thresholds', { headers, body: { conversions: 0, days: 7 } })
  const { body } = await system().call('GET', '/api/account/thresholds', { headers })
  expect(body.thresholds).toEqual({ ...thresholdsByDefault, conversions: 0, days: 7 })
})
