import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../harness/random/index.ts'
import type { Shop } from './open-shop.ts'

const BETWEEN_MS = 3_000

/** Kills an api or a worker every few seconds, and starts it again, until it is told to end. */
export function killProcesses({ system }: Shop, random: Random): { stop(): Promise<number> } {
  const done = new AbortController()
  const loop = async () => {
    const all = [...system.apis, ...system.workers]
    let kills = 0
    for (; !done.signal.aborted; kills++) {
      await sleep(random.int(BETWEEN_MS / 2, BETWEEN_MS), undefined, { signal: done.signal }).catch(() => 0)
      const one = random.pick(all)
      await one.kill9()
      await one.start()
    }
    return kills
  }
  const running = loop()
  return {
    stop() {
      done.abort()
      return running
    },
  }
}
