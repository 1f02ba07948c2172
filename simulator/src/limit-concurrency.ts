/** Returns a function that runs tasks in order, at most `concurrencyMax` of them in parallel. */
export function limitConcurrency(concurrencyMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < concurrencyMax) running++
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
