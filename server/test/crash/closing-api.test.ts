import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fastPostgres, type OpenSystem, openSystem, sendRequest } from '../../harness/driver/index.ts'

/** Two apis, as processes, behind the simplest balancer: it asks for their health and repeats nothing. */
let open: OpenSystem
beforeAll(async () => {
  open = await openSystem('closing', {
    env: { RATE_LIMIT_FACTOR: '1000', SHUTDOWN_WAIT_SECONDS: '3', SIMULATOR_LONG_SIDE_PIXELS: '128' },
    counts: { apis: 2 },
    postgres: fastPostgres,
    engine: { partitions: 1, memory: '64MB' },
  })
})
afterAll(() => open?.close())

test('a rolling SIGTERM of every api under load fails no request', { timeout: 120_000 }, async () => {
  const dispatcher = new Agent({ keepAliveTimeout: 60_000 })
  const headers = { 'x-api-key': open.owner.apiKey }
  const targets = open.system.apis.map(({ url }) => ({ baseUrl: url, headers, dispatcher, isUp: true }))
  const [failed, closed] = [[] as string[], new Set<string>()]
  let isOver = false

  const balance = async (target: (typeof targets)[number]) => {
    while (!isOver) {
      const answer = await sendRequest(target, 'GET', '/health').catch(() => undefined)
      target.isUp = answer?.status === 200
      await sleep(100)
    }
  }
  const ask = async (at: number) => {
    for (let turn = at; !isOver; turn++) {
      const up = targets.filter(({ isUp }) => isUp)
      const target = up[turn % up.length]
      if (!target) failed.push('no api is up')
      else
        await sendRequest(target, 'GET', '/api/gen/credits').then(
          ({ status, headers: got }) => {
            if (status !== 200) failed.push(`${status}`)
            if (got.connection === 'close') closed.add(target.baseUrl)
          },
          (error: Error) => failed.push(`${target.baseUrl}: ${error.message}`),
        )
      await sleep(20)
    }
  }
  const clients = [...targets.map(balance), ...Array.from({ length: 8 }, (_, at) => ask(at))]
  for (const [at, api] of open.system.apis.entries()) {
    await api.stop()
    await api.start()
    // The next one goes when the balancer knows that this one is back, as in a deployment.
    await expect.poll(() => targets[at]?.isUp, { timeout: 30_000 }).toBe(true)
    await sleep(1_000)
  }
  isOver = true
  await Promise.all(clients)
  await dispatcher.destroy()
  expect(failed).toEqual([])
  // Clients that were still connected were told to connect elsewhere.
  expect([...closed].sort()).toEqual(open.system.apis.map(({ url }) => url).sort())
})
