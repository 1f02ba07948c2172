import { expect, test } from 'vitest'
import { readHealth } from '../../src/edge/routes/health.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutDatabase = useOwnApi([readHealth], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })

test('a healthy process is answered 200', async () => {
  const { status, body } = await system().call('GET', '/health')
  expect([status, body]).toEqual([200, { ok: true }])
})

test('a process without its database is answered 503', async () => {
  const { status, body } = await system().call('GET', `${withoutDatabase()}/health`)
  expect([status, body.code]).toEqual([503, 'service_unavailable'])
})
