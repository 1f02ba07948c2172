import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { showZeros } from './show-zeros.ts'

export type PoolSizes = { total: number; idle: number; waiting: number }

const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** What providers are asked and what they cost. */
export function newProviderRecorders(registers: Registry[]) {
  const calls = new Counter({
    name: 'atelier_provider_calls_total',
    help: 'Calls of providers by the kind of their answer',
    labelNames: ['provider', 'call', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'atelier_provider_call_seconds',
    help: 'Time until a provider answered',
    labelNames: ['provider', 'call'],
    buckets: CALL_SECONDS,
    registers,
  })
  const cost = new Counter({
    name: 'atelier_provider_cost_dollars_total',
    help: 'What providers charge: expected when they accept a job, reported when they tell it',
    labelNames: ['provider', 'basis'],
    registers,
  })
  return {
    countProviderCall(one: { provider: string; call: string; outcome: string; seconds: number }): void {
      const { provider, call, outcome, seconds } = one
      calls.inc({ provider, call, outcome })
      duration.observe({ provider, call }, seconds)
      showZeros(cost, [
        { provider, basis: 'expected' },
        { provider, basis: 'reported' },
      ])
    },
    countProviderCost(provider: string, basis: 'expected' | 'reported', micros: number): void {
      if (micros > 0) cost.inc({ provider, basis }, micros / 1e6)
    },
  }
}

/** Connections of the database, the engine, and the outages of any part. */
export function newPartRecorders(registers: Registry[]) {
  const waits = new Histogram({
    name: 'atelier_db_pool_wait_seconds',
    help: 'Time that a statement waited for a connection',
    labelNames: ['pool'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5],
    registers,
  })
  const pools = new Map<string, () => PoolSizes>()
  new Gauge({
    name: 'atelier_db_pool_connections',
    help: 'Connections of a pool that are busy or idle, and statements that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, read] of pools) {
        const { total, idle, waiting } = read()
        this.set({ pool, state: 'busy' }, total - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'waiting' }, waiting)
      }
    },
  })
  const outages = new Gauge({
    name: 'atelier_outage',
    help: '1 while a part does not answer this process',
    labelNames: ['part'],
    registers,
  })
  const finished = new Gauge({
    name: 'atelier_wal_finished_file',
    help: 'Number of the last file of the log that Postgres has finished; 0 where it does not archive',
    registers,
  })
  const archived = new Gauge({
    name: 'atelier_wal_archived_file',
    help: 'Number of the last file of the log that Postgres has archived',
    registers,
  })
  return {
    showArchiving(files: { finished: number; archived: number }): void {
      finished.set(files.finished)
      archived.set(files.archived)
    },
    observePoolWait: (pool: string, seconds: number): void => waits.observe({ pool }, seconds),
    followPool: (pool: string, read: () => PoolSizes): void => void pools.set(pool, read),
    showOutage: (part: string, isOut: boolean): void => outages.set({ part }, isOut ? 1 : 0),
    ...newEngineRecorders(registers),
  }
}

function newEngineRecorders(registers: Registry[]) {
  const starts = new Histogram({
    name: 'atelier_engine_start_seconds',
    help: 'Time that a submit waited for the engine, by what it learned: accepted, over or pending',
    labelNames: ['outcome'],
    buckets: CALL_SECONDS,
    registers,
  })
  let readDown = (): number | undefined => undefined
  new Gauge({
    name: 'atelier_engine_down_seconds',
    help: 'How long this worker has not reached the engine; 0 while it does',
    registers,
    collect() {
      const seconds = readDown()
      if (seconds === undefined) this.remove()
      else this.set(seconds)
    },
  })
  return {
    observeStart: (outcome: string, seconds: number): void => starts.observe({ outcome }, seconds),
    followEngine(read: () => number): void {
      readDown = read
    },
  }
}
