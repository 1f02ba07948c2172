/** Gives a function that does the work it is given, at most `concurrencyMax` at a time and in order. */
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
