import type pg from 'pg'
import { pino } from 'pino'
import type { Random } from '../../harness/random/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import { openMetrics } from '../../src/platform/metrics/index.ts'
import { openTraces } from '../../src/platform/traces/index.ts'
import { receiveCallback } from '../../src/production/callbacks/index.ts'
import { runSteps, tick, watchJobs } from '../../src/production/jobs/index.ts'
import { WATCH_EVERY_MS } from '../../src/production/timing/index.ts'
import { planOutages } from './plan-outages.ts'
import type { Worker } from './run-workflow.ts'
import type { Process, Scheduler } from './scheduler.ts'
import { newSimulatedDb } from './simulated-db.ts'
import { SimulatedEngine } from './simulated-engine.ts'
import { type Bought, newSimulatedProvider } from './simulated-provider.ts'
import { newSimulatedStorage } from './simulated-storage.ts'

export type Processes = ReturnType<typeof openProcesses>

type Options = {
  scheduler: Scheduler
  random: Random
  client: pg.Client
  config: App['config']
  faults: string[]
}

const TICK_EVERY_MS = 20_000
const DOWN_MS = [200, 8_000] as const
/** Shorter than the time for which a provider is asked after the window. */
const PROVIDER_AWAY_MS = 28_000
/** Long enough that a result is seen in the window and stored long after it. */
const STORAGE_AWAY_MS = 90_000

/**
 * An api, two workers that tick and check, the engine, the provider and the storage, and a way to kill
 * processes.
 */
export function openProcesses({ scheduler, random, client, config, faults }: Options) {
  const outagesOf = (longestMs: number) => planOutages(scheduler, random, longestMs)
  const storage = newSimulatedStorage(scheduler, random, outagesOf(STORAGE_AWAY_MS))
  const workers: Worker[] = []
  const engine = new SimulatedEngine({ scheduler, random, workers, submitWaitMs: config.submitWaitMs })
  const onDone = (job: Bought) => void (random.next() < 0.8 && callBack(job))
  const provider = newSimulatedProvider({ scheduler, random, outages: outagesOf(PROVIDER_AWAY_MS), onDone })
  const appOf = (process: Process) =>
    ({
      // What a process remembers, it remembers by its settings.
      config: { ...config },
      log: pino({ level: 'silent' }),
      metrics: openMetrics({ isOn: false }),
      traces: openTraces({ endpoint: undefined, process: {} }),
      db: newSimulatedDb({ client, scheduler, random, process, faults }),
      engine: engine.clientOf(process),
      providers: provider.providersOf(process),
      storage: storage.clientOf(process),
      closing: { isAnnounced: false },
    }) as unknown as App
  const api = newProcess('api')
  const current = { apiApp: appOf(api) }
  for (const name of ['worker 1', 'worker 2']) {
    const process = newProcess(name)
    const app = appOf(process)
    workers.push({ process, steps: runSteps(app) })
    startLoops(scheduler, process, app)
  }
  const { request, loseAll } = newRequests(scheduler, api)
  const callBack = ({ reference, callbackUrl }: Bought) => {
    const { pathname, searchParams } = new URL(callbackUrl)
    const { p, t } = Object.fromEntries(searchParams)
    const callback = {
      provider: pathname.split('/').at(-2) ?? '',
      id: reference,
      p,
      t,
      headers: {},
      readBody: async () => undefined,
    }
    void request(() => receiveCallback(current.apiApp, callback)).catch(() => undefined)
  }
  const kill = (process: Process) => {
    faults.push(`kill of ${process.name.split(' ')[0]}`)
    process.life++
    process.isUp = false
    if (process === api) loseAll()
    engine.onDeath(process)
    scheduler.after(undefined, random.int(...DOWN_MS), () => {
      process.isUp = true
      if (process === api) current.apiApp = appOf(process)
      else startLoops(scheduler, process, appOf(process))
    })
  }
  const killable = [api, ...workers.map(({ process }) => process)]
  return { current, request, engine, provider, storage, kill, killable }
}

const newProcess = (name: string): Process => ({ name, life: 0, isUp: true })

/** Requests to the api. When it dies, their callers see a lost connection. */
function newRequests(scheduler: Scheduler, api: Process) {
  const calls = new Set<() => void>()
  const request = <T>(work: () => Promise<T>): Promise<T | 'lost'> =>
    new Promise((resolve, reject) => {
      if (!api.isUp) return resolve('lost')
      const onDeath = () => resolve('lost')
      calls.add(onDeath)
      work()
        .then(resolve, reject)
        .finally(() => calls.delete(onDeath))
    })
  const loseAll = () => {
    for (const onDeath of calls) scheduler.after(undefined, 1, onDeath)
  }
  return { request, loseAll }
}

/** What a worker does by itself. */
function startLoops(scheduler: Scheduler, process: Process, app: App): void {
  const repeat = (work: () => Promise<unknown>, everyMs: number) => {
    const again = () => scheduler.after(process, everyMs, run)
    const run = () => void work().then(again, again)
    scheduler.after(process, 0, run)
  }
  repeat(() => tick(app), TICK_EVERY_MS)
  repeat(() => watchJobs(app), WATCH_EVERY_MS)
}
