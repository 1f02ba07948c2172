import { StuckTries } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ IMAGE_STALL_SECONDS: '600' })

test('a try whose answer was lost, or that is late, is listed without what was ordered', async () => {
  const { app, call, createUser, submit } = system()
  const { headers } = await openAdminSession(app.db)
  const user = await createUser()
  const prompt = 'a prompt that is not shown'
  const { body } = await submit(user, { prompt, model: 'simulator/hang' })
  const read = async () =>
    StuckTries.parse((await call('GET', '/api/admin/tries', { headers })).body).tries.find(
      ({ mediaId }) => mediaId === body.id,
    )
  expect(await read()).toBeUndefined()
  // A run may write its next time meanwhile, so this is a time that it does not reach.
  await app.db.row(
    `update media set check_at = null, run_due_at = now() - interval '2 minutes' where id = $1`,
    [body.id],
  )
  const late = await read()
  expect(late).toMatchObject({ userId: user.id, provider: 'simulator', mode: 'live', why: 'late' })
  expect(JSON.stringify(late)).not.toContain(prompt)
})
