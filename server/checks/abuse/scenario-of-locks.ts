import type { SeededUser } from '../../harness/driver/index.ts'
import { callAs, findUserId, openDatabase } from '../../harness/driver/index.ts'
import { runStorm } from './run-storm.ts'
import type { Scenario } from './scenario.ts'
import type { StormRequest } from './send-storm.ts'

const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const sums = { spend: 100, impressions: 5_000, clicks: 60, conversions: 9, revenue: 400 }
const labels = {
  day,
  currency: 'EUR',
  conversionType: 'purchase',
  attribution: '7d_click',
  objective: 'sales',
}

/** A report of one row of one ad. */
const reportOf = (idempotencyKey: string) => {
  const rows = [{ ...sums, ...labels, fetchedAt: new Date().toISOString() }]
  return { idempotencyKey, kind: 'observation', platformAdId: '120210', rows }
}

/** Rows of the abuser stay locked, and all its requests wait for them. */
export const lockedRows: Scenario = {
  name: 'locked rows',
  prepare: async ({ baseUrl, port, abusers, databaseUrl }) => {
    const { apiKey, email } = abusers[6] as SeededUser
    const call = callAs(baseUrl, { 'x-api-key': apiKey })
    await call('POST', '/api/agent/reports', { body: reportOf('the first') })
    await call('POST', '/api/gen/image', { body: { prompt: 'a red mug', model: 'simulator/ok' } })
    await call('GET', '/api/gen/credits')
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const post = (path: string, body: object): StormRequest => ({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    })
    const requests = Array.from({ length: 40 }, (_, index) => [
      post('/api/gen/image', { prompt: 'a red mug', model: 'simulator/ok', clientRef: `locked ${index}` }),
      post('/api/agent/reports', reportOf(`locked ${index}`)),
      { method: 'GET', path: '/api/gen/credits', headers },
      { method: 'GET', path: '/api/agent/knowledge/history', headers },
    ]).flat()
    return async () => {
      const database = await openDatabase(databaseUrl)
      const userId = await findUserId(database, email)
      await database.query('begin')
      await database.query('select from rate_logs where user_id = $1 for update', [userId])
      await database.query('select from memories where user_id = $1 for update', [userId])
      const storm = runStorm({ port, network: '127.0.9.2', parallel: 60, perSecond: 60, requests })
      return {
        async stop() {
          const result = await storm.stop()
          await database.query('rollback').finally(() => database.end())
          return result
        },
      }
    }
  },
}
