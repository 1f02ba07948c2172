import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

type Process = { pid: number; parent: number; ms: number }

/**
 * CPU time of a process and of all its children, also of those that have ended: the kernel adds a child's
 * time to its parent when the parent reaps it. So the sum over a tree never falls while its root lives.
 */
export function readCpuMs(root: number | undefined, except?: number): number {
  if (root === undefined) throw new Error('a process has ended during the measurement')
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? [])
  const tree = new Set([root])
  // A parent may have a higher id than its child, so one pass over the list is not enough.
  for (let known = 0; known !== tree.size; ) {
    known = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all
    .filter(({ pid }) => tree.has(pid) && pid !== except)
    .reduce((sum, process) => sum + process.ms, 0)
}

function readProcess(pid: number): Process | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined // it has just ended
  }
  // The name in brackets may itself contain spaces and brackets; the numbers follow the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, childrenUtime, childrenStime] = fields.slice(11, 15).map(Number)
  const ticks = (utime ?? 0) + (stime ?? 0) + (childrenUtime ?? 0) + (childrenStime ?? 0)
  return { pid, parent: Number(fields[1]), ms: ticks * tickMs }
}

/** The CPU time of all cores since the machine started, of all processes. */
export function readMachineMs(): number {
  const { user, nice, system, irq, softirq, steal } = readMachine()
  return (user + nice + system + irq + softirq + steal) * tickMs
}

/** The CPU time that other machines on the same hardware took from the cores of this one. */
export const readStolenMs = (): number => readMachine().steal * tickMs

function readMachine() {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { user, nice, system, irq, softirq, steal }
}
