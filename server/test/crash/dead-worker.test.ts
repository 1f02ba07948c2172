import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CallApi,
  callAs,
  fastPostgres,
  type OpenSystem,
  openSystem,
  queryDatabase,
} from '../../harness/driver/index.ts'
import { type System, waitUntil } from '../../harness/processes/index.ts'

/** Two workers of one system, as processes. The tick is too slow to help: only the workers themselves can. */
let open: OpenSystem
let call: CallApi
beforeAll(async () => {
  open = await openSystem('workers', {
    env: {
      RATE_LIMIT_FACTOR: '1000',
      TICK_SECONDS: '3600',
      IMAGE_STALL_SECONDS: '120',
      SHUTDOWN_WAIT_SECONDS: '3',
      SIMULATOR_RENDER_MS: '300',
      SIMULATOR_SLOW_MS: '4000',
      SIMULATOR_LONG_SIDE_PIXELS: '128',
      SIMULATOR_CALLBACKS: 'off',
    },
    counts: { workers: 2 },
    postgres: fastPostgres,
    engine: { partitions: 1, memory: '64MB' },
  })
  call = callAs(open.system.baseUrl, { 'x-api-key': open.owner.apiKey })
})
afterAll(() => open?.close())

const submit = async (model: string): Promise<string> =>
  (await call('POST', '/api/gen/image', { body: { prompt: 'a red mug', model } })).id

const finish = (id: string, withinMs: number) =>
  waitUntil(`${id} is completed`, async () => (await load(id)).status === 'completed', {
    withinMs,
    everyMs: 200,
  })
const load = (id: string) => call('GET', `/api/gen/media/${id}`)

async function readAccepted(id: string): Promise<number> {
  const text = `select answered_at from provider_submits where media_id = '${id}' and state = 'accepted'`
  const [row] = await queryDatabase(open.databaseUrl, (query) => query<{ answered_at: Date }>(text))
  return row?.answered_at.getTime() ?? Number.NaN
}

type Worker = System['workers'][number]
type Known = { deployments: { uri: string; services: { revision: number }[] }[] }

/** The worker that gets new runs. */
async function findCurrent(): Promise<Worker> {
  const { deployments } = (await (await fetch(`${open.system.engine.adminUrl}/deployments`)).json()) as Known
  const newest = deployments.sort((a, b) => (b.services[0]?.revision ?? 0) - (a.services[0]?.revision ?? 0))
  return open.system.workers.find(({ url }) => newest[0]?.uri.startsWith(`${url}/`)) as Worker
}

/** 3.9 s on a quiet machine. */
const FELT_MS = 10_000
const PATIENT_MS = 20_000
const patient = { timeout: 120_000 }

test(
  'the runs of a killed worker, new and started, complete on the other one without the tick',
  patient,
  async () => {
    const victim = await findCurrent()
    const started = await submit('simulator/slow')
    await victim.kill9()
    const killedAt = Date.now()
    const fresh = await submit('simulator/ok')
    await finish(fresh, PATIENT_MS)
    // When its provider had it. The rest depends on when a model is checked whose times are not known yet.
    expect((await readAccepted(fresh)) - killedAt).toBeLessThan(FELT_MS)
    await finish(started, PATIENT_MS)
    await victim.start()
    await finish(await submit('simulator/ok'), PATIENT_MS)
    // It comes back under its own address, gets the new runs, and dies again.
    await waitUntil('it is back', async () => (await findCurrent()) === victim, { withinMs: PATIENT_MS })
    await victim.kill9()
    await finish(await submit('simulator/ok'), PATIENT_MS)
    await victim.start()
  },
)

test(
  'SIGTERM under a load of jobs loses no step: each one is bought once and completes',
  patient,
  async () => {
    await waitUntil('both are up', async () => (await findCurrent()) !== undefined, { withinMs: PATIENT_MS })
    const ids: string[] = []
    let isOver = false
    const load = (async () => {
      while (!isOver) {
        ids.push(await submit(ids.length % 2 ? 'simulator/ok' : 'simulator/slow'))
        await sleep(100)
      }
    })()
    for (const worker of open.system.workers) {
      await worker.stop()
      await worker.start()
      await sleep(1_000)
    }
    isOver = true
    await load
    for (const id of ids) await finish(id, PATIENT_MS)
    const log = (await (await fetch(`${open.system.simulator.url}/__double/log`)).json()) as {
      submits: { reference: string }[]
    }
    const sent = log.submits.map(({ reference }) => reference).filter((id) => ids.includes(id))
    expect(sent.sort()).toEqual(ids.sort())
  },
)
