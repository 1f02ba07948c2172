import { readdirSync, readFileSync } from 'node:fs'
import { readCpuMs } from '../../harness/usage/index.ts'

const EVERY_MS = 500
/** Pictures of honest users are small: what a process spends on them in this time is far below. */
const BUSY_MS = 150
const SCRIPT = 'cleaner-child.ts'

/** Counts in how many half seconds several processes cleaned large pictures at once. */
export function watchCleaners(api: number): { stop(): number } {
  let before = readCleaners(api)
  let crowded = 0
  const timer = setInterval(() => {
    const now = readCleaners(api)
    const busy = [...now].filter(([pid, ms]) => ms - (before.get(pid) ?? ms) >= BUSY_MS)
    if (busy.length > 1) crowded++
    before = now
  }, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return crowded
    },
  }
}

/** The CPU time of each process of the api that cleans pictures. */
const readCleaners = (api: number): Map<number, number> =>
  new Map(
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && isCleanerOf(api, pid))
      .map((pid) => [Number(pid), readCpuMs(Number(pid))]),
  )

function isCleanerOf(api: number, pid: string): boolean {
  try {
    const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${api}\n`)
    return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(SCRIPT)
  } catch {
    return false // it has just ended
  }
}
