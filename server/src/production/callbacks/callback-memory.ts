import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#platform/app'

/** A run is woken once in this time, and a hint written once, however many callbacks come. */
const PAUSE_MS = 2_000

/** What this process has done for callbacks in the last moments. */
export type CallbackMemory = {
  /** Works now, or at the end of the pause since it last did: what comes meanwhile is done once, later. */
  pace(key: string, work: () => Promise<unknown>): void
  /** Works once in a pause. Who comes meanwhile gets the same result. */
  once(key: string, work: () => Promise<unknown>): Promise<unknown>
}

const memories = new WeakMap<App['config'], CallbackMemory>()

export function callbackMemoryOf({ config }: App): CallbackMemory {
  const memory = memories.get(config) ?? newCallbackMemory(PAUSE_MS)
  memories.set(config, memory)
  return memory
}

/** Each key is forgotten after a pause without a call, so the memory holds those of the last seconds. */
export function newCallbackMemory(pauseMs: number): CallbackMemory {
  const paced = new Map<string, { isWanted: boolean }>()
  const done = new Map<string, Promise<unknown>>()
  const pause = () => sleep(pauseMs, undefined, { ref: false })

  async function repeat(key: string, work: () => Promise<unknown>): Promise<void> {
    const state = { isWanted: true }
    paced.set(key, state)
    while (state.isWanted) {
      state.isWanted = false
      await work()
      await pause()
    }
    paced.delete(key)
  }

  return {
    pace(key, work) {
      const state = paced.get(key)
      if (state) state.isWanted = true
      else void repeat(key, work)
    },
    once(key, work) {
      const known = done.get(key)
      if (known) return known
      const forget = () => void done.delete(key)
      const working = work()
      done.set(key, working)
      working.then(() => pause().then(forget), forget)
      return working
    },
  }
}
