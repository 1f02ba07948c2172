import type { Random } from '../../harness/random/index.ts'
import type { EngineClient } from '../../src/platform/engine/index.ts'
import { newEngineClient } from './new-engine-client.ts'
import { type Run, runWorkflow, type Worker } from './run-workflow.ts'
import type { Process, Scheduler } from './scheduler.ts'

type EngineOptions = { scheduler: Scheduler; random: Random; workers: Worker[]; submitWaitMs: number }

const RETRY_MS = [100, 3_000] as const

/**
 * The engine: it remembers the steps of each run and calls them on a living worker, at least once. It can be
 * down or lose its disk.
 */
export class SimulatedEngine {
  readonly process: Process = { name: 'engine', life: 0, isUp: true }
  isEmpty = false
  private runs = new Map<string, Run>()
  private wakers = new Map<string, () => void>()
  private woken = new Set<string>()
  private readonly options: EngineOptions

  constructor(options: EngineOptions) {
    this.options = options
  }

  countRuns(): number {
    return this.runs.size
  }

  /** The client of the engine, for one process. */
  clientOf(process: Process): EngineClient {
    return newEngineClient(this, process, this.options)
  }

  begin(id: string, reply?: Run['reply']): void {
    if (this.runs.has(id)) return
    const run: Run = { id, journal: [], reply, worker: undefined, workerLife: 0, start: 0, isOver: false }
    this.runs.set(id, run)
    this.invoke(run)
  }

  /** A wake-up is remembered, also when the run is not waiting or its worker is dead. */
  wakeUp(token: string): void {
    this.woken.add(token)
    this.wakers.get(token)?.()
  }

  /** Calls `onWake` once: at once when the token was woken before. */
  waitFor(token: string, onWake: () => void): void {
    if (this.woken.has(token)) onWake()
    else this.wakers.set(token, onWake)
  }

  isCurrent(run: Run, start: number): boolean {
    return this.runs.get(run.id) === run && run.start === start
  }

  /** Calls the workflow on a worker; again after a while when there is none, or when a step fails. */
  private invoke(run: Run): void {
    const { scheduler, random, workers } = this.options
    scheduler.after(this.process, random.int(0, RETRY_MS[0]), () => {
      const living = workers.filter(({ process }) => process.isUp)
      const worker = living.length > 0 ? random.pick(living) : undefined
      if (!worker) return this.invokeLater(run, () => true)
      const { life } = worker.process
      Object.assign(run, { worker: worker.process, workerLife: life, start: run.start + 1 })
      runWorkflow(this, scheduler, run, worker).then(
        () => {
          run.isOver = true
          if (this.runs.get(run.id) === run) this.runs.delete(run.id)
        },
        () => this.invokeLater(run, () => run.worker === worker.process && worker.process.life === life),
      )
    })
  }

  private invokeLater(run: Run, isStillNeeded: () => boolean): void {
    const { scheduler, random } = this.options
    scheduler.after(this.process, random.int(...RETRY_MS), () => {
      if (this.runs.get(run.id) === run && isStillNeeded()) this.invoke(run)
    })
  }

  /** A worker died: its runs go on elsewhere. */
  onDeath(process: Process): void {
    for (const run of this.runs.values())
      if (run.worker === process && !run.isOver)
        this.invokeLater(run, () => run.workerLife !== run.worker?.life)
  }

  /** The disk is lost: no run is known any more. What a worker is doing, it finishes. */
  wipe(): void {
    this.process.life++
    this.runs = new Map()
    this.wakers = new Map()
    this.woken = new Set()
    this.isEmpty = true
  }
}
