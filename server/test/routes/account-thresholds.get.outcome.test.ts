import { ThresholdsAnswer, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedHouse } from '../shared-house.ts'

const house = useSharedHouse()

test('who has changed nothing has those that everybody begins with', async () => {
  const { headers } = await openSession(house().db)
  const { status, body } = await house().call('GET', '/api/account/thresholds', { headers })
  expect(status).toBe(200)
  expect(ThresholdsAnswer.strict().parse(body).thresholds).toEqual(thresholdsByDefault)
})

test('what was changed is told, beside the rest', async () => {
  const { headers } = await openSession(house().db)
  await house().call('PATCH', '/api/account/thresholds', { headers, body: { conversions: 0, days: 7 } })
  const { body } = await house().call('GET', '/api/account/thresholds', { headers })
  expect(body.thresholds).toEqual({ ...thresholdsByDefault, conversions: 0, days: 7 })
})
