import { expect, test } from 'vitest'
import { readReadiness } from '../../src/edge/routes/health-ready.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
/** Its database works; its engine and its storage cannot be reached. */
const alone = useOwnApi([readReadiness])

test('a system whose parts all work is ready and accepts jobs', async () => {
  const ready = async () => {
    const { status, body } = await system().call('GET', '/health/ready')
    return { status, body }
  }
  await expect.poll(ready, { timeout: 15_000 }).toEqual({ status: 200, body: { ok: true, accepts: true } })
})

test('an api without storage and engine is not ready, and says what is missing', async () => {
  const { status, body } = await system().call('GET', `${alone()}/health/ready`)
  expect([status, body.code]).toEqual([503, 'service_unavailable'])
  expect(body.error).toMatch(/the storage and the workflow engine cannot be used/)
})
