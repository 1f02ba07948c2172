import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { closeOnExit } from '../../harness/cleanup/index.ts'

/** Keeps every core busy with something else, until it is closed. */
export function burnCores(): () => Promise<void> {
  const loops = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;) Math.sqrt(2)', { eval: true }),
  )
  return closeOnExit(async () => {
    await Promise.all(loops.map((loop) => loop.terminate()))
  })
}
