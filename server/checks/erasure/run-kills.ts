import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../../harness/processes/index.ts'
import type { Random } from '../../harness/random/index.ts'

const EVERY_MS = 1_500

/** Kills an api or the worker and starts it again, several times. `stop` waits for the last start. */
export function runKills(system: System, random: Random, kills: number): { stop(): Promise<number> } {
  let killed = 0
  let isStopped = false
  const victims = [...system.apis, ...system.workers]
  const running = (async () => {
    while (killed < kills && !isStopped) {
      await sleep(random.int(200, EVERY_MS))
      const victim = random.pick(victims)
      await victim.kill9()
      killed++
      await victim.start()
    }
  })()
  return {
    async stop() {
      isStopped = true
      await running
      return killed
    },
  }
}
