import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#platform/app'
import { ALIVE_MS } from './judge-load.ts'
import { findCurrentOverload, readLoad } from './refuse-if-overloaded.ts'

/** `failing` names the parts without which no job can be produced. `accepts`: new jobs are not refused. */
export type Readiness = { failing: string[]; accepts: boolean }

/** Anybody may ask, so one answer serves all who ask within this time. */
const SHARED_MS = 1_000
const PART_MS = 3_000

type Shared = { at: number; readiness: Promise<Readiness> }
const sharedOf = new WeakMap<App['config'], Shared>()

/** Whether everything that a job needs works now. Costs the same however many ask. */
export function readReadiness(app: App): Promise<Readiness> {
  const last = sharedOf.get(app.config)
  if (last && performance.now() - last.at < SHARED_MS) return last.readiness
  const shared = { at: performance.now(), readiness: checkParts(app) }
  sharedOf.set(app.config, shared)
  return shared.readiness
}

async function checkParts(app: App): Promise<Readiness> {
  const parts: [name: string, works: () => Promise<boolean>][] = [
    ['the database', () => app.db.ping().then(() => true)],
    ['the storage', () => app.storage.list('health/', { limit: 1 }).then(() => true)],
    ['the workflow engine', async () => (await app.engine.listDeployments()).length > 0],
    ['the workers', () => areRunsMoving(app)],
  ]
  const working = await Promise.all(parts.map(([, works]) => inTime(works)))
  const failing = parts.filter((_, at) => !working[at]).map(([name]) => name)
  const overload = await findCurrentOverload(app).catch(() => undefined)
  return { failing, accepts: overload === undefined }
}

const inTime = (works: () => Promise<boolean>): Promise<boolean> =>
  Promise.race([works().catch(() => false), sleep(PART_MS, false, { ref: false })])

/** A worker has written lately, and if runs are late, some worker does something. */
async function areRunsMoving(app: App): Promise<boolean> {
  const { pulses } = await readLoad(app)
  const alive = pulses.filter(({ age_ms }) => age_ms < ALIVE_MS)
  return alive.some(({ late, steps_per_second }) => late < LATE_MIN || steps_per_second > 0)
}

/** Single runs may be late after a crash: the tick starts them again. */
const LATE_MIN = 10
