import { readdirSync, readFileSync } from 'node:fs'

/** The running children of this process. */
export const readChildren = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    read(`/proc/self/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )

/** The peak memory of a process; 0 when it has ended. */
export const readPeakBytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024

/** The CPU time of processes. The kernel counts in hundredths of a second. */
export const readCpuMs = (pids: number[]): number =>
  pids
    .map((pid) => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)), 0)

/** The process may have ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
