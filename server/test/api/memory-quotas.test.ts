import { beforeEach, expect, test } from 'vitest'
import { makeMemoryOwner } from '../routes/make-memory-owner.ts'
import { claim, observation, row, send } from '../routes/make-report.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ RATE_LIMIT_FACTOR: '1000' })

beforeEach(() => {
  Object.assign(system().app.config.quotas, { memoryRows: 3, notes: 2 })
})

const usedBy = async (apiKey: string) =>
  (await system().call('GET', '/api/gen/quotas', { key: apiKey })).body.quotas

test('rows beyond the quota are refused as a whole, and a replay of what is stored is not', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  const first = observation([row('2026-11-01'), row('2026-11-02')])
  expect((await send(system(), owner, first)).status).toBe(201)
  const tooMany = await send(system(), owner, observation([row('2026-11-03'), row('2026-11-04')]))
  expect([tooMany.status, tooMany.body]).toEqual([
    403,
    expect.objectContaining({ code: 'quota_exceeded', quota: 'memoryRows', limit: 3, used: 2 }),
  ])
  expect((await send(system(), owner, claim())).status).toBe(201)
  expect((await send(system(), owner, claim())).status).toBe(403)
  expect((await send(system(), owner, first)).headers.get('idempotent-replayed')).toBe('true')
  expect((await usedBy(owner.apiKey)).memoryRows).toEqual({ used: 3, limit: 3 })
})

test('of 6 parallel notes 2 are stored', async () => {
  const owner = await makeMemoryOwner(system().app.db)
  const write = () =>
    system().call('POST', '/api/agent/knowledge/notes', { headers: owner.headers, body: { text: 'a note' } })
  const answers = await Promise.all(Array.from({ length: 6 }, write))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403, 403])
  expect((await usedBy(owner.apiKey)).notes).toEqual({ used: 2, limit: 2 })
})
