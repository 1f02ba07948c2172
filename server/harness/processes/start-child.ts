import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { bindToParent, type RunAs } from './bind-to-parent.ts'
import { readLogTail } from './read-log-tail.ts'
import { waitUntil } from './wait-until.ts'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Child = {
  readonly name: string
  readonly pid: number
  readonly exited: Promise<Exit>
  isRunning(): boolean
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): void
  /** Also kills the children of the child, as long as the child itself runs. */
  killGroup(): void
}

export type ChildPlan = {
  name: string
  program: string
  args: string[]
  /** The whole environment of the child: nothing is inherited. */
  env: NodeJS.ProcessEnv
  cwd: string
  /** The output of every start is appended here. */
  logFile: string
  runAs?: RunAs | undefined
  isReady: () => Promise<boolean>
  /** A minute if it is not given. */
  readyWithinMs?: number
  signal?: AbortSignal | undefined
  /** Called before the child is ready, so that it can be killed while it starts. */
  onSpawn?: (child: Child) => void
}

/** Loading the code takes long on a busy machine, and so does the recovery of a killed database. */
const READY_WITHIN_MS = 60_000

export class ChildDied extends Error {
  readonly logTail: string

  constructor(child: string, exit: Exit, logTail: string) {
    super(`${child} ended before it was ready (${describeExit(exit)})\n${logTail}`)
    this.name = 'ChildDied'
    this.logTail = logTail
  }
}

export function describeExit({ code, signal }: Exit): string {
  return signal ? `by ${signal}` : `exit code ${code}`
}

/**
 * Starts a process and returns when it is ready. If that takes too long, it is killed, and the error shows
 * the end of its log.
 */
export async function startChild(plan: ChildPlan): Promise<Child> {
  plan.signal?.throwIfAborted()
  const { child, logFrom } = spawnChild(plan)
  plan.onSpawn?.(child)
  try {
    await waitUntil(`${plan.name} is ready`, async () => !child.isRunning() || plan.isReady(), {
      withinMs: plan.readyWithinMs ?? READY_WITHIN_MS,
      signal: plan.signal,
    })
  } catch (error) {
    child.killGroup()
    await child.exited
    if (plan.signal?.aborted || !(error instanceof Error)) throw error
    throw new Error(`${error.message}\n${await readLogTail(plan.logFile, 20, logFrom)}`, { cause: error })
  }
  if (!child.isRunning()) {
    throw new ChildDied(plan.name, await child.exited, await readLogTail(plan.logFile, 20, logFrom))
  }
  return child
}

function spawnChild(plan: ChildPlan): { child: Child; logFrom: number } {
  mkdirSync(dirname(plan.logFile), { recursive: true })
  const log = openSync(plan.logFile, 'a')
  const logFrom = fstatSync(log).size
  const command = bindToParent(plan, plan.runAs)
  // Its own process group: Ctrl-C in a terminal reaches only the parent, which stops the children in order.
  const made = spawn(command.program, command.args, {
    cwd: plan.cwd,
    env: plan.env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  let running = made.pid !== undefined
  const exited = new Promise<Exit>((resolve) => {
    const end = (exit: Exit) => {
      running = false
      resolve(exit)
    }
    made.once('exit', (code, signal) => end({ code, signal }))
    made.once('error', () => end({ code: 127, signal: null }))
  })
  const child: Child = {
    name: plan.name,
    pid: made.pid ?? -1,
    exited,
    isRunning: () => running,
    kill: (signal) => void (running && made.kill(signal)),
    killGroup: () => void (running && killGroup(child.pid)),
  }
  return { child, logFrom }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
