import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('liveness needs no key and ignores one', async () => {
  const { status, headers } = await system().call('GET', '/health/live', { key: 'hsk_half' })
  expect([status, headers.has('x-ratelimit-limit'), headers.has('set-cookie')]).toEqual([200, false, false])
})
