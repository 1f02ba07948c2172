import type { App } from '#platform/app'
import { type Breaker, closedBreaker } from './breaker.ts'

/** What a process knows of its providers. */
type RoutingMemory = {
  breakers: Map<string, Breaker>
  /** How many jobs each provider with a limit has, as of `readAt`. */
  running: Map<string, number>
  readAt: number
  reading: Promise<void> | undefined
  /** What this process has claimed since, or is about to claim. */
  claimed: Map<string, number>
  claiming: Map<string, number>
}

const memoryOf = new WeakMap<App['config'], RoutingMemory>()

/** A process remembers by its settings. */
export function remember({ config }: App): RoutingMemory {
  const memory = memoryOf.get(config) ?? {
    breakers: new Map(),
    running: new Map(),
    readAt: Number.NEGATIVE_INFINITY,
    reading: undefined,
    claimed: new Map(),
    claiming: new Map(),
  }
  memoryOf.set(config, memory)
  return memory
}

export const breakerOf = (app: App, provider: string): Breaker =>
  remember(app).breakers.get(provider) ?? closedBreaker

/** Adds to a count by name. */
export const add = (counts: Map<string, number>, name: string, by: number): void => {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
