/** Gives a function that does the work it is given, at most `atOnceMax` at a time and in order. */
export function takeTurns(atOnceMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let underway = 0
  return async (work) => {
    if (underway < atOnceMax) underway++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underway--
    }
  }
}
