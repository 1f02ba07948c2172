import { expect, test } from 'vitest'
import { readHealth } from '../../src/edge/routes/health.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutDatabase = useOwnApi([readHealth], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })

test('health needs no key and ignores one', async () => {
  const { status, headers } = await system().call('GET', '/health', { key: 'hsk_half' })
  expect([status, headers.has('x-ratelimit-limit'), headers.has('set-cookie')]).toEqual([200, false, false])
})

test('the answer reveals no cause of a failure', async () => {
  const { body } = await system().call('GET', `${withoutDatabase()}/health`)
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|nobody|nothing|postgres|ECONNREFUSED/)
})
