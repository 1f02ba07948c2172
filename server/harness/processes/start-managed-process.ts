import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, ChildDied, type ChildPlan, type Exit, startChild } from './start-child.ts'

/** A process that can be killed and restarted with the same name, port and data. */
export type ManagedProcess = {
  readonly name: string
  readonly logFile: string
  readonly pid: number | undefined
  start(signal?: AbortSignal): Promise<void>
  /** Asks it to end, waits, and kills it if it does not. */
  stop(): Promise<void>
  /** kill -9; returns when the process is gone. */
  kill9(): Promise<void>
  /** Calls the listener when the process ends without `stop` or `kill9`, at once if it has. */
  onDeath(listener: (exit: Exit) => void): void
}

export type ProcessPlan = Omit<ChildPlan, 'onSpawn' | 'signal'> & {
  stopWith?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'
  stopWithinMs?: number
  /** Runs before each start, to clean up after the process before. */
  beforeStart?: (signal?: AbortSignal) => Promise<void>
  /** Whether the end of the log of a failed start shows that another try can work. */
  isPassing?: (logTail: string) => boolean
  passesWithinMs?: number
}

const PASSES_WITHIN_MS = 15_000
const RETRY_EVERY_MS = 200

export async function startManagedProcess(plan: ProcessPlan, signal?: AbortSignal): Promise<ManagedProcess> {
  const managed = createManagedProcess(plan)
  await managed.start(signal)
  return managed
}

function createManagedProcess(plan: ProcessPlan): ManagedProcess {
  const listeners: ((exit: Exit) => void)[] = []
  let child: Child | undefined
  let asked = false // whether `stop` or `kill9` ended the current child
  let death: Exit | undefined // of the current child, if nobody asked for it

  const adopt = (fresh: Child) => {
    child = fresh
    asked = false
    death = undefined
  }
  const end = async (how: (child: Child) => Promise<void> | void) => {
    if (!child?.isRunning()) return
    asked = true
    await how(child)
    await child.exited
  }

  return {
    name: plan.name,
    logFile: plan.logFile,
    get pid() {
      return child?.isRunning() ? child.pid : undefined
    },
    async start(signal) {
      if (child?.isRunning()) return
      const started = await startPatiently(plan, adopt, () => asked, signal)
      void started.exited.then((exit) => {
        if (child !== started || asked) return
        death = exit
        for (const listener of listeners) listener(exit)
      })
    },
    stop: () => end((present) => stopChild(present, plan)),
    kill9: () => end((present) => present.kill('SIGKILL')),
    onDeath(listener) {
      listeners.push(listener)
      if (death) listener(death)
    },
  }
}

async function startPatiently(
  plan: ProcessPlan,
  onSpawn: (child: Child) => void,
  isUnwanted: () => boolean,
  signal?: AbortSignal,
): Promise<Child> {
  const until = performance.now() + (plan.passesWithinMs ?? PASSES_WITHIN_MS)
  for (;;) {
    await plan.beforeStart?.(signal)
    try {
      return await startChild({ ...plan, onSpawn, signal })
    } catch (error) {
      const passing = error instanceof ChildDied && plan.isPassing?.(error.logTail)
      if (!passing || isUnwanted() || performance.now() > until) throw error
      await sleep(RETRY_EVERY_MS, undefined, { signal })
    }
  }
}

async function stopChild(
  child: Child,
  { stopWith = 'SIGTERM', stopWithinMs = 5_000 }: ProcessPlan,
): Promise<void> {
  child.kill(stopWith)
  const patience = new AbortController()
  const late = sleep(stopWithinMs, 'late' as const, { signal: patience.signal }).catch(() => 'ended' as const)
  if ((await Promise.race([child.exited, late])) === 'late') child.killGroup()
  patience.abort()
}
