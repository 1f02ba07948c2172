import { ThresholdsAnswer, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('who has changed nothing has those that everybody begins with', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await system().call('GET', '/api/account/thresholds', { headers })
  expect(status).toBe(200)
  expect(ThresholdsAnswer.strict().parse(body).thresholds).toEqual(thresholdsByDefault)
})

test('what was changed is told, beside the rest', async () => {
  const { headers } = await openSession(system().db)
  await system().call('PATCH', '/api/account/thresholds', { headers, body: { conversions: 0, days: 7 } })
  const { body } = await system().call('GET', '/api/account/thresholds', { headers })
  expect(body.thresholds).toEqual({ ...thresholdsByDefault, conversions: 0, days: 7 })
})
