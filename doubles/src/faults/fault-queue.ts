import type { Random } from '../core/random.ts'
import type { About, Fault, FaultScope } from './fault.ts'

export interface FaultQueue {
  add(fault: Fault): void
  clear(): void
  readonly waiting: readonly Fault[]
  /** The first matching fault, which it uses up once. */
  take(scope: FaultScope, target: Target): Fault | undefined
  /** All matching faults, each used up once. */
  takeAll(scope: FaultScope, target: Target): Fault[]
}

export interface Target {
  on: string
  path: string
  about: About
}

interface Waiting {
  fault: Fault
  skipped: number
  left: number
}

export function newFaultQueue(random: Random): FaultQueue {
  let queue: Waiting[] = []
  const use = (one: Waiting): boolean => {
    if (one.skipped < one.fault.skip) {
      one.skipped++
      return false
    }
    // One draw per candidate, also at 100 percent: a changed share must not move later choices.
    if (random.below(10_000) >= one.fault.percent * 100) return false
    one.left--
    if (one.left <= 0) queue = queue.filter((other) => other !== one)
    return true
  }
  const candidates = (scope: FaultScope, target: Target) =>
    queue.filter(({ fault }) => fault.scope === scope && isHit(fault, target))
  return {
    add: (fault) => queue.push({ fault, skipped: 0, left: fault.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      queue = []
    },
    get waiting() {
      return queue.map(({ fault, left }) => ({
        ...fault,
        times: Number.isFinite(left) ? left : null,
      }))
    },
    take: (scope, target) => candidates(scope, target).find(use)?.fault,
    takeAll: (scope, target) =>
      candidates(scope, target)
        .filter(use)
        .map(({ fault }) => fault),
  }
}

function isHit({ on, match }: Fault, target: Target): boolean {
  if (on !== 'any' && on !== target.on) return false
  const values = { ...target.about, path: target.path }
  return Object.entries(match).every(([name, text]) =>
    String(values[name as keyof typeof values] ?? '').includes(text),
  )
}
