import { ServiceState } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readState } from '../../src/edge/routes/admin-state.get.ts'
import { openAdminSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const alone = useOwnApi([readState])

test('the health of engine, workers, storage and database is shown, also while parts are down', async () => {
  const { call, db } = system()
  const { headers } = await openAdminSession(db)
  const well = await call('GET', '/api/admin/state', { headers })
  expect(well.status).toBe(200)
  const state = ServiceState.parse(well.body)
  expect(state.failing).toEqual([])
  expect(state.workers[0]?.lastSeenSeconds).toBeLessThan(10)
  expect(state.deployments?.some(({ current }) => current)).toBe(true)
  const ill = await call('GET', `${alone()}/api/admin/state`, { headers })
  expect(ServiceState.parse(ill.body)).toMatchObject({
    failing: ['the storage', 'the workflow engine'],
    deployments: null,
  })
})
