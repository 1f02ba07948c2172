import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats work, whatever comes of it, until it is told to end. */
export function keepOn(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await work().catch(() => undefined)
      await sleep(everyMs)
    }
  })()
  return async () => {
    isOver = true
    await running
  }
}
