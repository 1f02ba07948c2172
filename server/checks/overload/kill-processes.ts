import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../../harness/processes/index.ts'

const victims = ['worker', 'api', 'engine', 'worker', 'postgres'] as const
const DOWN_MS = 500

/** Kills one process after the other, with equal pauses, and starts it again. Returns what was killed. */
export async function killProcesses(system: System, everyMs: number, stop: AbortSignal): Promise<string[]> {
  const killed: string[] = []
  for (let at = 0; ; at++) {
    await sleep(everyMs, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return killed
    const name = victims[at % victims.length] as string
    const victim = system.processes[name]
    await victim?.kill9()
    await sleep(DOWN_MS)
    await victim?.start()
    killed.push(name)
  }
}
