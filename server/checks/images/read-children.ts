import { readdirSync, readFileSync } from 'node:fs'

/** The processes that this one has started and that still run. */
export const readChildren = (): number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    read(`/proc/self/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )

/** The most memory that a process ever held; 0 when it is gone. */
export const readPeakBytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024

/** What processes have worked so far. The kernel counts in hundredths of a second. */
export const readCpuMs = (pids: number[]): number =>
  pids
    .map((pid) => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [])
    .reduce((sum, fields) => sum + 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)), 0)

/** A process may be gone by the time one looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
