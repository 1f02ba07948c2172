import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { showZeros } from './show-zeros.ts'

const STATES = ['queued', 'processing']
const KINDS = ['image', 'video'] as const
type Kind = (typeof KINDS)[number]
export type EndedJob = {
  kind: Kind
  outcome: 'completed' | 'partial' | 'failed' | 'stalled' | 'cancelled'
  /** Of a job that did not complete. */
  error: string
  /** Since it was accepted. */
  seconds: number
  refundedCredits: number
}

/** Open jobs of one state, kind and age, and how old the oldest of them is. */
export type OpenJobs = { state: string; kind: Kind; age: string; jobs: number; oldestSeconds: number }

const JOB_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600]
/** With the bounds of the objectives: 60 s for a refund, 130 s (one tick and 10 s) for a result. */
const DELAY_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 130, 300, 600, 1800]

/** What becomes of jobs, and how fast. */
export function newJobRecorders(registers: Registry[]) {
  const accepted = new Counter({
    name: 'atelier_jobs_accepted_total',
    help: 'Jobs that were committed and charged',
    labelNames: ['kind', 'mode'],
    registers,
  })
  const ended = new Counter({
    name: 'atelier_jobs_ended_total',
    help: 'Jobs that reached their final state, by outcome and error code',
    labelNames: ['kind', 'outcome', 'error'],
    registers,
  })
  const duration = new Histogram({
    name: 'atelier_job_seconds',
    help: 'Time from the acceptance of a job to its final state',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers,
  })
  const credits = new Counter({
    name: 'atelier_credits_total',
    help: 'Credits that jobs were charged, and that were refunded',
    labelNames: ['movement'],
    registers,
  })
  const visible = new Histogram({
    name: 'atelier_result_visible_seconds',
    help: 'Time from when a finished result was or should have been noticed to when callers can see it',
    labelNames: ['kind'],
    buckets: DELAY_SECONDS,
    registers,
  })
  const refunds = new Histogram({
    name: 'atelier_refund_delay_seconds',
    help: 'Time from the end of the window of a job without a result to its refund',
    buckets: DELAY_SECONDS,
    registers,
  })
  const steps = new Histogram({
    name: 'atelier_run_step_seconds',
    help: 'Steps of runs, by what came of them',
    labelNames: ['step', 'result'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers,
  })
  // The alerts look at growth: the first of them after a start has to count, too.
  for (const kind of KINDS) visible.zero({ kind })
  showZeros(
    ended,
    KINDS.map((kind) => ({ kind, outcome: 'stalled', error: 'timeout' })),
  )
  return {
    countAccepted(kind: Kind, mode: string, chargedCredits: number): void {
      accepted.inc({ kind, mode })
      credits.inc({ movement: 'charged' }, chargedCredits)
    },
    countEnded({ kind, outcome, error, seconds, refundedCredits }: EndedJob): void {
      ended.inc({ kind, outcome, error })
      duration.observe({ kind }, Math.max(0, seconds))
      if (refundedCredits > 0) credits.inc({ movement: 'refunded' }, refundedCredits)
    },
    observeVisible: (kind: Kind, seconds: number): void => visible.observe({ kind }, Math.max(0, seconds)),
    observeRefund: (seconds: number): void => refunds.observe(Math.max(0, seconds)),
    observeStep: (step: string, result: string, seconds: number): void =>
      steps.observe({ step, result }, seconds),
    ...newOpenJobRecorders(registers),
  }
}

/** What the database says of open jobs. Every process reads the same, so take the largest, not the sum. */
function newOpenJobRecorders(registers: Registry[]) {
  const open = new Gauge({
    name: 'atelier_jobs_open',
    help: 'Open jobs in the database, by age',
    labelNames: ['state', 'kind', 'age'],
    registers,
  })
  const oldest = new Gauge({
    name: 'atelier_jobs_oldest_age_seconds',
    help: 'Age of the oldest open job; 0 while there is none',
    labelNames: ['state', 'kind'],
    registers,
  })
  const late = new Gauge({
    name: 'atelier_jobs_late',
    help: 'Open jobs whose run has not written when it had announced it',
    registers,
  })
  const readAt = new Gauge({
    name: 'atelier_jobs_read_timestamp_seconds',
    help: 'When open jobs were last read from the database',
    registers,
  })
  return {
    showOpenJobs(jobs: OpenJobs[], lateJobs: number): void {
      open.reset()
      // An autoscaler that finds no value leaves everything as it is.
      for (const state of STATES)
        for (const kind of KINDS) {
          oldest.set({ state, kind }, 0)
          open.set({ state, kind, age: '10s' }, 0)
        }
      const oldestOf = new Map<string, number>()
      for (const { state, kind, age, jobs: count, oldestSeconds } of jobs) {
        open.set({ state, kind, age }, count)
        const one = `${state} ${kind}`
        oldestOf.set(one, Math.max(oldestOf.get(one) ?? 0, oldestSeconds))
        oldest.set({ state, kind }, oldestOf.get(one) ?? 0)
      }
      late.set(lateJobs)
      readAt.setToCurrentTime()
    },
    /** Nothing is better than what is no longer true. */
    hideOpenJobs(): void {
      open.reset()
      oldest.reset()
    },
  }
}
