import { readFileSync } from 'node:fs'

const MOST_LINKS = 6
const EVERY_MS = 500

/**
 * `pnpm dev` is a chain of processes: pnpm, a shell, and this process. A SIGTERM or SIGKILL to the first one
 * ends only that one, so this process watches the chain and stops when one is missing. Without pnpm, or
 * without /proc, it does nothing.
 */
export function watchLauncher(leave: () => void): void {
  const chain = findChain()
  if (chain.length === 0) return
  const timer = setInterval(() => {
    if (chain.every(({ pid, parent }) => readParent(pid) === parent)) return
    clearInterval(timer)
    leave()
  }, EVERY_MS)
  timer.unref()
}

type Link = { pid: number; parent: number }

/**
 * From this process up to the outermost pnpm. The caller of that one may exit: that is how a session is left
 * in the background.
 */
function findChain(): Link[] {
  const chain: Link[] = []
  let outermost = 0
  for (let pid = process.pid; chain.length < MOST_LINKS; ) {
    const parent = readParent(pid)
    if (parent === undefined || parent <= 1) break
    chain.push({ pid, parent })
    if (/\bpnpm\b/.test(readCommand(parent))) outermost = chain.length
    pid = parent
  }
  return chain.slice(0, outermost)
}

function readCommand(pid: number): string {
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
}

function readParent(pid: number): number | undefined {
  // The program's name comes first, in brackets, and may contain anything.
  const fields = read(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().split(' ')
  return fields?.[1] === undefined ? undefined : Number(fields[1])
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
