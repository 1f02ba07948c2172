import { readFileSync } from 'node:fs'

/** The memory that a process occupies now. */
export function readMemoryBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
}
