import type pg from 'pg'
import { waitUntil } from '../../harness/processes/index.ts'
import { quantile } from '../../harness/report/index.ts'
import { nextJob } from './run-round.ts'
import type { Subject } from './subject.ts'

export type Percentiles = { p50: number; p90: number; p99: number }
export type Latency = { ours: Percentiles; bare: Percentiles; select1: Percentiles }

const OVER_WITHIN_MS = 30_000

type LatencyPlan = {
  ours: Subject
  bare: Subject
  watcher: pg.Client
  submits: number
}

/**
 * One submit at a time, on this system and on the bare engine in turn, so that both get the same noise. The
 * next pair waits until both jobs are final: a job must not slow down the next submit.
 */
export async function measureLatency(plan: LatencyPlan): Promise<Latency> {
  const { ours, bare, watcher, submits } = plan
  const taken = { ours: [] as number[], bare: [] as number[], select1: [] as number[] }
  const trials = [
    () => clock(taken.ours, () => ours.submit(nextJob(), -1)),
    () => clock(taken.bare, () => bare.submit(nextJob(), -1)),
  ]
  for (let i = 0; i < submits; i++) {
    await clock(taken.select1, () => watcher.query('select 1'))
    for (const trial of i % 2 ? trials : trials.toReversed()) await trial()
    await waitUntil('both jobs are over', async () => (await ours.open()) + (await bare.open()) === 0, {
      withinMs: OVER_WITHIN_MS,
      everyMs: 50,
    })
  }
  return {
    ours: percentilesOf(taken.ours),
    bare: percentilesOf(taken.bare),
    select1: percentilesOf(taken.select1),
  }
}

async function clock(taken: number[], work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  taken.push(performance.now() - startedAt)
}

const percentilesOf = (values: number[]): Percentiles => ({
  p50: quantile(values, 0.5),
  p90: quantile(values, 0.9),
  p99: quantile(values, 0.99),
})
