import { ProviderStates } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openAdminSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
/** Not the simulator: other tests need it. */
const NAME = 'provider-of-this-test'

test('a provider is shown with its open jobs, pause and open breakers', async () => {
  const { call, db, createUser, submit } = system()
  const { headers } = await openAdminSession(db)
  const user = await createUser()
  await submit(user, { prompt: 'a prompt that is not shown', model: 'simulator/hang' })
  await db.row(`insert into provider_pauses values ($1, now() + interval '1 minute')`, [NAME])
  await db.row(
    `insert into provider_breakers values
       ($1, 'worker-a', now(), now() + interval '9 s', now()),
       ($1, 'worker-gone', now(), now(), now() - interval '11 s')`,
    [NAME],
  )
  const { status, body } = await call('GET', '/api/admin/providers', { headers })
  expect(status).toBe(200)
  const { providers } = ProviderStates.parse(body)
  const find = (name: string) => providers.find((one) => one.name === name)
  expect(find(NAME)).toMatchObject({ simulated: false, pausedUntil: expect.any(String), queued: 0 })
  expect(find(NAME)?.breakers.map(({ worker }) => worker)).toEqual(['worker-a'])
  const simulator = find('simulator')
  expect(simulator).toMatchObject({ simulated: true, pausedUntil: null, breakers: [] })
  expect((simulator?.queued ?? 0) + (simulator?.processing ?? 0)).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toContain('a prompt that is not shown')
})
