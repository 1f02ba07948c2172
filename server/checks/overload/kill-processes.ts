import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../../harness/processes/index.ts'

/** `backMs`: from the kill until it was ready again. */
export type Kill = { name: string; at: number; backMs: number }

const victims = ['worker', 'api', 'engine', 'worker', 'postgres'] as const
const DOWN_MS = 500

/** Kills one process after the other, with equal pauses, and starts it again. Returns what was killed. */
export async function killProcesses(system: System, everyMs: number, stop: AbortSignal): Promise<Kill[]> {
  const killed: Kill[] = []
  for (let index = 0; ; index++) {
    await sleep(everyMs, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return killed
    const name = victims[index % victims.length] as string
    const victim = system.processes[name]
    const at = Date.now()
    await victim?.kill9()
    await sleep(DOWN_MS)
    await victim?.start()
    killed.push({ name, at, backMs: Date.now() - at })
  }
}
