import type { AdvanceResult, RunSteps, SubmitResult } from '../../src/platform/engine/index.ts'
import type { Process, Scheduler } from './scheduler.ts'

export type Worker = { process: Process; steps: RunSteps }

/** What a run needs of its engine. */
type RunEngine = {
  isCurrent(run: Run, start: number): boolean
  waitFor(token: string, onWake: () => void): void
}

export type Run = {
  id: string
  /** The results of finished steps and waits. A run that starts again reads them instead of repeating. */
  journal: unknown[]
  reply: ((outcome: string) => void) | undefined
  worker: Process | undefined
  workerLife: number
  /** Counts its starts: only the last one goes on. */
  start: number
  isOver: boolean
}

/** The workflow of platform/engine/implement-run.ts: from submit to settled, with a journal. */
export async function runWorkflow(
  engine: RunEngine,
  scheduler: Scheduler,
  run: Run,
  { process, steps }: Worker,
): Promise<void> {
  const { start } = run
  let at = 0
  let token = 0
  const tokenOf = () => `wake:${run.id}:${token}`
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (at < run.journal.length) return run.journal[at++] as T
    const result = await work()
    // The step is done; the worker may die before the journal has its result.
    await scheduler.perform(process, async () => undefined)
    if (!engine.isCurrent(run, start)) return new Promise(() => undefined)
    run.journal[at++] = result
    return result
  }
  const wait = async (ms: number) => {
    const by = await step(
      () =>
        new Promise<string>((resolve) => {
          engine.waitFor(tokenOf(), () => scheduler.after(process, 0, () => resolve('callback')))
          scheduler.after(process, ms, () => resolve('timer'))
        }),
    )
    if (by === 'callback') token++
    return by === 'callback'
  }
  const isReplyWanted = run.reply !== undefined
  let sent = await step<SubmitResult>(() => steps.submit(run.id, tokenOf(), isReplyWanted))
  run.reply?.(sent.kind === 'accepted' || sent.kind === 'over' ? sent.kind : 'pending')
  while (sent.kind === 'not_sent' || sent.kind === 'unknown') {
    await wait(sent.waitMs)
    sent = await step<SubmitResult>(() => steps.reconcile(run.id, tokenOf()))
  }
  if (sent.kind === 'over') return
  for (let state: AdvanceResult = { kind: 'pending', waitMs: sent.waitMs }; state.kind === 'pending'; ) {
    const isWoken = await wait(state.waitMs)
    state = await step<AdvanceResult>(() => steps.advance(run.id, tokenOf(), isWoken))
  }
}
