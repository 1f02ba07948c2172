import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
} from '../../harness/driver/index.ts'

let opened: OpenSystem

beforeAll(async () => {
  opened = await openSystem('balanced', {
    counts: { apis: 2, workers: 3 },
    isBalanced: true,
    env: { ...fastSettings, SIMULATOR_RENDER_MS: '1000' },
    postgres: fastPostgres,
  })
}, 120_000)

afterAll(() => opened.close())

test('workers share one address, and the death of a worker and of an api is hardly felt', async () => {
  const { system, owner } = opened
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey })
  const body = { prompt: 'a mug', model: 'simulator/ok' }
  // A caller sends a request again when its connection is lost; a clientRef makes that safe.
  const submit = async (clientRef: string): Promise<string> => {
    for (let tries = 1; ; tries++)
      try {
        return (await call('POST', '/api/gen/image', { body: { ...body, clientRef } })).id
      } catch (error) {
        if (tries === 5) throw error
      }
  }
  const ids: string[] = []
  for (let i = 0; i < 24; i++) {
    if (i === 8) await system.processes['worker-2']?.kill9()
    if (i === 16) await system.processes.api?.kill9()
    ids.push(await submit(`job-${i}`))
  }
  const states = async () =>
    Promise.all(ids.map(async (id) => (await call('GET', `/api/gen/media/${id}`)).status))
  await expect.poll(states, { timeout: 15_000, interval: 250 }).toEqual(ids.map(() => 'completed'))
  const answer = await fetch(`${system.engine.adminUrl}/deployments`)
  expect(((await answer.json()) as { deployments: unknown[] }).deployments).toHaveLength(1)
}, 60_000)
