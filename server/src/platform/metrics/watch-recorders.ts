import { Counter, Gauge, type Registry } from 'prom-client'
import { showZeros } from './show-zeros.ts'

const CHECKS = ['chain', 'statement'].flatMap((check) =>
  ['valid', 'broken', 'failed'].map((result) => ({ check, result })),
)

/** The tick and the checks of the ledger: what watches over the rest. */
export function newWatchRecorders(registers: Registry[]) {
  const ticks = new Counter({
    name: 'atelier_ticks_total',
    help: 'Ticks that did their work, that left it to another worker, and that failed',
    labelNames: ['result'],
    registers,
  })
  const tickedAt = new Gauge({
    name: 'atelier_tick_timestamp_seconds',
    help: 'When this worker last ticked to the end, or left it to another one; its start before that',
    registers,
  })
  const moved = new Counter({
    name: 'atelier_tick_jobs_total',
    help: 'Jobs that the tick settled, and runs that it started again',
    labelNames: ['did'],
    registers,
  })
  const stuck = new Gauge({
    name: 'atelier_runs_stuck',
    help: 'Runs that an earlier tick started again and that did not move',
    registers,
  })
  const checks = new Counter({
    name: 'atelier_ledger_checks_total',
    help: 'Checks of chains and of signed statements of the ledger, by their result',
    labelNames: ['check', 'result'],
    registers,
  })
  showZeros(checks, CHECKS)
  const signedAt = new Gauge({
    name: 'atelier_ledger_signed_timestamp_seconds',
    help: 'When the heads of the ledger were last signed without a contradiction',
    registers,
  })
  return {
    countTick(one: { held: boolean; settled: number; restarted: number; stuck: number }): void {
      ticks.inc({ result: one.held ? 'done' : 'left' })
      tickedAt.setToCurrentTime()
      if (one.held) stuck.set(one.stuck)
      moved.inc({ did: 'settled' }, one.settled)
      moved.inc({ did: 'restarted' }, one.restarted)
    },
    beginTicking: (): void => tickedAt.setToCurrentTime(),
    countFailedTick: (): void => ticks.inc({ result: 'failed' }),
    countLedgerCheck(check: 'chain' | 'statement', result: 'valid' | 'broken' | 'failed'): void {
      checks.inc({ check, result })
      if (check === 'statement' && result === 'valid') signedAt.setToCurrentTime()
    },
  }
}
