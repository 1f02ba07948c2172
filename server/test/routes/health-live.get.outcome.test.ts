import { expect, test } from 'vitest'
import { readLiveness } from '../../src/edge/routes/health-live.get.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutDatabase = useOwnApi([readLiveness], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })

test('a running process is alive, also without its database', async () => {
  for (const url of ['', withoutDatabase()]) {
    const { status, body } = await system().call('GET', `${url}/health/live`)
    expect([status, body]).toEqual([200, { ok: true }])
  }
})
