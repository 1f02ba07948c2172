import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
} from '../../harness/driver/index.ts'
import { releaseWorkers } from '../../harness/mutation/index.ts'

/** Slow jobs are open during a whole release. */
const durations = { SIMULATOR_RENDER_MS: '1000', SIMULATOR_SLOW_MS: '20000', IMAGE_STALL_SECONDS: '120' }
let opened: OpenSystem

beforeAll(async () => {
  opened = await openSystem('balanced', {
    counts: { apis: 2, workers: 3 },
    isBalanced: true,
    env: { ...fastSettings, ...durations, SHUTDOWN_WAIT_SECONDS: '2' },
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
  expect(await listAddresses()).toHaveLength(1)
}, 60_000)

test('a release with a changed workflow takes the open runs over, and so does going back', async () => {
  const { system, owner } = opened
  for (const one of Object.values(system.processes)) await one.start()
  const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey })
  const submit = (model: string) => call('POST', '/api/gen/image', { body: { prompt: 'a mug', model } })
  for (const [release, version] of [
    ['next', 2],
    ['before', 1],
  ] as const) {
    const slow = (await Promise.all([1, 2, 3].map(() => submit('simulator/slow')))).map(({ id }) => id)
    await releaseWorkers(system, release)
    const fresh = (await submit('simulator/ok')).id
    const states = async () =>
      Promise.all([...slow, fresh].map(async (id) => (await call('GET', `/api/gen/media/${id}`)).status))
    await expect.poll(states, { timeout: 40_000, interval: 250 }).toEqual(Array(4).fill('completed'))
    await expect
      .poll(listAddresses, { timeout: 10_000 })
      .toEqual([expect.stringMatching(new RegExp(`/v${version}$`))])
  }
}, 180_000)

async function listAddresses(): Promise<string[]> {
  const answer = await fetch(`${opened.system.engine.adminUrl}/deployments`)
  const { deployments } = (await answer.json()) as { deployments: { uri: string }[] }
  return deployments.map(({ uri }) => uri.replace(/\/$/, ''))
}
