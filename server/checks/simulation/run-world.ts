import type pg from 'pg'
import { seededRandom } from '../../harness/random/index.ts'
import { type Caller, ownerOf } from '../../src/access/identity/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import { newClient, type Sent } from './new-client.ts'
import { openProcesses } from './open-processes.ts'
import { planFaults } from './plan-faults.ts'
import { newScheduler } from './scheduler.ts'
import { simulateGlobals } from './simulate-globals.ts'
import { shared } from './simulated-db.ts'
import type { Bought } from './simulated-provider.ts'

export type World = {
  userId: string
  sent: Sent[]
  bought: Bought[]
  isProviderOut: (at: number) => boolean
  storedFiles: Set<string>
  /** What went wrong on purpose: a word for each. */
  faults: string[]
  /** A hash over everything that happened, in its order. */
  history: string
}

export type WorldOptions = {
  client: pg.Client
  seed: number
  userId: string
  keyId: string
  config: App['config']
}

const JOBS_PER_WORLD = 20
const SUBMITTED_WITHIN_MS = 90_000
const ENDS_AFTER_MS = 900_000
const SETTLE_MS = 10_000
const REF_SHARE = 0.6
const START_AT = Date.parse('2040-01-01T00:00:00Z')
const WORLD_MS = 3_600_000

/** One history: some jobs of one user, two workers, an api, an engine and a provider, with faults. */
export async function runWorld({ client, seed, userId, keyId, config }: WorldOptions): Promise<World> {
  const random = seededRandom('simulation', seed)
  const scheduler = newScheduler(random, START_AT + (seed % 50_000) * WORLD_MS)
  simulateGlobals(scheduler, random)
  shared.tickHolder = undefined
  const startedAt = scheduler.now()
  const faults: string[] = []
  const processes = openProcesses({ scheduler, random, client, config, faults })
  const { engine, provider, storage } = processes
  planFaults({ scheduler, random, processes, faults })
  const sent: Sent[] = []
  let answered = 0
  for (let i = 0; i < JOBS_PER_WORLD; i++) {
    const ref = `${seed}-${i}`
    const clientRef = random.next() < REF_SHARE ? ref : undefined
    const one: Sent = { prompt: `mug ${ref}`, clientRef, id: undefined, refused: undefined }
    sent.push(one)
    const run = newClient({ scheduler, random, processes, caller: callerOf(userId, keyId), one })
    scheduler.after(undefined, random.int(0, SUBMITTED_WITHIN_MS), () => void run().then(() => answered++))
  }
  // Late commits and late purchases have arrived by then.
  let doneAt = Number.POSITIVE_INFINITY
  const isDone = () => {
    if (answered === JOBS_PER_WORLD && engine.countRuns() === 0) doneAt = Math.min(doneAt, scheduler.now())
    return scheduler.now() > doneAt + SETTLE_MS
  }
  await scheduler.run(startedAt + ENDS_AFTER_MS, isDone)
  const { jobs: bought, isOut: isProviderOut } = provider
  const history = scheduler.digest()
  return { userId, sent, bought, isProviderOut, storedFiles: storage.keys, faults, history }
}

const callerOf = (userId: string, keyId: string): Caller => ({
  owner: ownerOf(userId, 'live'),
  keyId,
  keyName: 'simulation',
  role: 'user',
  scopes: ['generate'],
  dailyCreditLimit: null,
  perJobCreditLimit: null,
  testMix: null,
})
