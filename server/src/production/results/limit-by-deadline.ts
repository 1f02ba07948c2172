/** Runs at most `concurrency` works at a time. Of those that wait, the nearest deadline is next. */
export type DeadlineLimit = {
  run<T>(deadlineAt: number, work: () => Promise<T>): Promise<T>
  readonly waiting: number
}

export function limitByDeadline(concurrency: number): DeadlineLimit {
  const queue: { deadlineAt: number; begin: () => void }[] = []
  let running = 0
  // A place is handed on, so that no newcomer takes it from one that waits.
  const end = () => {
    const next = queue.shift()
    if (next) next.begin()
    else running--
  }
  const enter = (deadlineAt: number) =>
    new Promise<void>((begin) => {
      // From the end: most works have a later deadline than those that wait already.
      const before = queue.findLastIndex((one) => one.deadlineAt <= deadlineAt)
      queue.splice(before + 1, 0, { deadlineAt, begin })
    })
  return {
    async run(deadlineAt, work) {
      if (running >= concurrency) await enter(deadlineAt)
      else running++
      try {
        return await work()
      } finally {
        end()
      }
    },
    get waiting() {
      return queue.length
    },
  }
}
