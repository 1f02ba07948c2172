import type { Random } from '../../harness/random/index.ts'
import type { Process, Scheduler } from './scheduler.ts'

type Simulated = {
  simulatedSleep: (ms: number) => Promise<void>
  simulatedBytes: (length: number) => Buffer
}

/** The clock, the timers and the random numbers of the code under test. */
export function simulateGlobals(scheduler: Scheduler, random: Random): void {
  const everyone: Process = { name: 'a timer', life: 0, isUp: true }
  Date.now = () => scheduler.now()
  performance.now = () => scheduler.now()
  Math.random = () => random.next()
  const simulated = globalThis as unknown as Simulated
  simulated.simulatedSleep = (ms) => scheduler.sleep(everyone, ms)
  simulated.simulatedBytes = (length) => random.bytes(length)
}
