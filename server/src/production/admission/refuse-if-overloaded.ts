import { monitorEventLoopDelay } from 'node:perf_hooks'
import { TEST_SPEED } from '@atelier/contract'
import type { Caller } from '#access/identity'
import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { judgeLoad, type Overload, type Window } from './judge-load.ts'
import { type Pulse, readPulses } from './pulse.ts'

/** How long one reading is used: the workers write every second. */
const USED_MS = 1_000
/** After this long without the database nothing is known; the submit itself will say so. */
const FORGOTTEN_MS = 10_000

type LoopMonitor = ReturnType<typeof monitorEventLoopDelay>

type Readings = {
  pulses: Pulse[]
  loopDelayMs: number
  readAt: number
  refreshing: Promise<void> | undefined
  loop: LoopMonitor
}

/** One for each process; tests run several in one. Each request has its own app, but all share the config. */
const readingsOf = new WeakMap<App['config'], Readings>()

/**
 * Refuses a new job that cannot be produced within its window, before anything is stored or charged. Costs
 * one small query a second, however many submits there are.
 */
export async function refuseIfOverloaded(
  app: App,
  { owner }: Caller,
  kind: 'image' | 'video',
): Promise<void> {
  const found = await findOverload(app, windowOf(app, kind, owner.mode === 'test'))
  if (found) throw overloaded(found)
}

const windowOf = (app: App, kind: 'image' | 'video', isTest: boolean): Window => ({
  kind,
  ms: app.config.stallMs[kind] / (isTest ? TEST_SPEED : 1),
  openColumn: isTest ? `open_${kind}_test` : `open_${kind}`,
})

/** Why a live image would be refused now. */
export const findCurrentOverload = (app: App): Promise<Overload | undefined> =>
  findOverload(app, windowOf(app, 'image', false))

async function findOverload(app: App, window: Window): Promise<Overload | undefined> {
  const { pulses, loopDelayMs } = await readLoad(app)
  return judgeLoad(pulses, { loopDelayMs, starting: app.engine.countStarting() }, window)
}

/** What the workers measured, at most a second old. Callers at the same moment share one query. */
export async function readLoad(app: App): Promise<Pick<Readings, 'pulses' | 'loopDelayMs'>> {
  let readings = readingsOf.get(app.config)
  if (!readings) {
    readings = { pulses: [], loopDelayMs: 0, readAt: 0, refreshing: undefined, loop: newLoopMonitor() }
    readingsOf.set(app.config, readings)
  }
  const ageMs = performance.now() - readings.readAt
  if (readings.readAt === 0 || ageMs > USED_MS) {
    readings.refreshing ??= refresh(app, readings)
    // An old reading is used while the next one is on its way.
    if (readings.readAt === 0 || ageMs > USED_MS * 3) await readings.refreshing
  }
  return readings
}

async function refresh(app: App, readings: Readings): Promise<void> {
  try {
    const pulses = await readPulses(app)
    Object.assign(readings, { pulses, loopDelayMs: readings.loop.percentile(50) / 1e6 })
    readings.readAt = performance.now()
    readings.loop.reset()
  } catch {
    if (performance.now() - readings.readAt > FORGOTTEN_MS) readings.pulses = []
  } finally {
    readings.refreshing = undefined
  }
}

function newLoopMonitor(): LoopMonitor {
  const monitor = monitorEventLoopDelay({ resolution: 20 })
  monitor.enable()
  return monitor
}

function overloaded({ reason, retryAfterSeconds }: Overload): Refusal {
  return new Refusal(
    'service_unavailable',
    `The job could not be finished in time: ${reason}. Nothing was charged and the clientRef is free. ` +
      `Send the request again in ${retryAfterSeconds} s.`,
    { charged: 'none' },
    { 'retry-after': String(retryAfterSeconds) },
  )
}
