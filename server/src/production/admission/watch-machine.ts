import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { newMajority } from './new-majority.ts'

export type Machine = {
  /** Called every second. */
  sample(): void
  /** All cores were busy in most of the last seconds, by whatever process. */
  isBusy(): boolean
  /** This process could hardly have done more in the last second. */
  isLoopBusy(): boolean
}

const BUSY_SHARE = 0.9

export function watchMachine(): Machine {
  let [utilization, times] = [performance.eventLoopUtilization(), readTimes()]
  let loopShare = 0
  const busy = newMajority()
  return {
    sample() {
      const now = performance.eventLoopUtilization()
      loopShare = performance.eventLoopUtilization(now, utilization).utilization
      utilization = now
      const { idle, all } = readTimes()
      busy.add(idle - times.idle < (1 - BUSY_SHARE) * (all - times.all))
      times = { idle, all }
    },
    isBusy: busy.isTrue,
    isLoopBusy: () => loopShare > BUSY_SHARE,
  }
}

function readTimes(): { idle: number; all: number } {
  let [idle, all] = [0, 0]
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, all }
}
