import { expect, test } from 'vitest'
import { readReadiness } from '../../src/edge/routes/health-ready.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const alone = useOwnApi([readReadiness])

test('readiness needs no key and ignores one', async () => {
  const { headers } = await system().call('GET', '/health/ready', { key: 'hsk_half' })
  expect([headers.has('x-ratelimit-limit'), headers.has('set-cookie')]).toEqual([false, false])
})

test('the answer reveals no address', async () => {
  const { body } = await system().call('GET', `${alone()}/health/ready`)
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|postgres|ECONNREFUSED/)
})

test('many callers at once cost one look at the parts', async () => {
  const startedAt = performance.now()
  const asked = Array.from({ length: 200 }, () => system().call('GET', `${alone()}/health/ready`))
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status))
  expect([...statuses]).toEqual([503])
  // One look takes 3 s at most; 200 in a row would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
