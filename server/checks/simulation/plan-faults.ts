import type { Random } from '../../harness/random/index.ts'
import type { Processes } from './open-processes.ts'
import type { Scheduler } from './scheduler.ts'

type Faults = { scheduler: Scheduler; random: Random; processes: Processes; faults: string[] }

const KILLS_MAX = 8
const WITHIN_MS = 150_000

/** When processes die, and whether the engine is down or loses its disk. */
export function planFaults({ scheduler, random, processes, faults }: Faults): void {
  const { engine, kill, killable } = processes
  const at = () => random.int(0, WITHIN_MS)
  for (let i = random.int(0, KILLS_MAX); i > 0; i--) {
    const process = random.pick(killable)
    scheduler.after(undefined, at(), () => process.isUp && kill(process))
  }
  if (random.next() >= 0.4) return
  const from = at()
  scheduler.after(undefined, from, () => {
    const isWiped = random.next() < 0.5
    faults.push(isWiped ? 'wipe of engine' : 'stop of engine')
    engine.process.isUp = false
    if (isWiped) engine.wipe()
  })
  scheduler.after(undefined, from + random.int(500, 30_000), () => {
    engine.process.isUp = true
  })
}
