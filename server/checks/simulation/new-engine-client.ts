import type { EngineClient } from '../../src/platform/engine/index.ts'
import type { Process, Scheduler } from './scheduler.ts'

/** What a process can do with the engine. */
type ReachableEngine = {
  readonly process: Process
  isEmpty: boolean
  begin(id: string, reply?: (outcome: string) => void): void
  wakeUp(token: string): void
}

type ClientOptions = { scheduler: Scheduler; submitWaitMs: number }

/** How one process reaches the engine. */
export function newEngineClient(
  engine: ReachableEngine,
  process: Process,
  { scheduler, submitWaitMs }: ClientOptions,
): EngineClient {
  const reach = (work: () => void) =>
    scheduler.perform(process, async () => {
      if (!engine.process.isUp) throw new Error('the simulated engine is down')
      work()
    })
  const client = {
    start: (id: string) =>
      new Promise<string>((resolve) => {
        scheduler.after(process, submitWaitMs, () => resolve('pending'))
        const reply = (outcome: string) => scheduler.after(process, 0, () => resolve(outcome))
        reach(() => engine.begin(id, reply)).catch(() => resolve('pending'))
      }),
    restart: (id: string) => reach(() => engine.begin(id)),
    wake: (wakeToken: string) => reach(() => engine.wakeUp(wakeToken)).catch(() => undefined),
    register: async () => {
      await reach(() => undefined)
      const wasEmpty = engine.isEmpty
      engine.isEmpty = false
      return wasEmpty ? 'new' : 'known'
    },
    listDeployments: async () => {
      await reach(() => undefined)
      return engine.isEmpty ? [] : [{ id: 'one', url: 'http://worker' }]
    },
    countStarting: () => 0,
    close: async () => undefined,
  }
  return client as unknown as EngineClient
}
