import { Timeline } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeMedia } from './make-order.ts'

const system = useSharedSystem()

async function readSteps(user: TestUser, id: string) {
  const headers = await openSessionOf(system().db, user)
  const { body } = await system().call('GET', `/api/owner/live/media/${id}/timeline`, { headers })
  return Timeline.strict().parse(body).steps
}

test('a finished job shows when it was sent, accepted and completed', async () => {
  const user = await system().createUser()
  const { id, createdAt } = await makeMedia(system(), user)
  const steps = await readSteps(user, id)
  expect(steps[0]).toEqual({ at: createdAt, step: 'submitted', part: null, credits: -400 })
  const names = steps.map(({ step }) => step).filter((step) => step !== 'result_seen')
  expect(names).toEqual(['submitted', 'sent', 'accepted', 'completed'])
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted())
})

test('a failed job shows its refund', async () => {
  const user = await system().createUser()
  const { id } = await makeMedia(system(), user, { model: 'simulator/fail' })
  const steps = await readSteps(user, id)
  expect(steps.slice(-2)).toMatchObject([{ step: 'failed' }, { step: 'refunded', credits: 400 }])
})

test('an erased media has no timeline any more', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const headers = await openSessionOf(db, user)
  const { id } = await makeMedia(system(), user)
  await call('POST', '/api/account/erasures', { headers, body: { subjectId: id } })
  expect((await call('GET', `/api/owner/live/media/${id}/timeline`, { headers })).status).toBe(410)
})
