export type Repeated = { stop(): Promise<void> }

type Work = {
  everyMs: number
  /** What goes on until nothing is left asks whether it was stopped. */
  work(isStopped: () => boolean): Promise<void>
  /** Told once, until the work succeeds again. */
  onFailure(err: unknown): void
}

/** Works at once, and again some time after that ended. `stop` waits for the work that is under way. */
export function repeat({ everyMs, work, onFailure }: Work): Repeated {
  let stopped = false
  let isFailing = false
  let timer: NodeJS.Timeout
  const run = async () => {
    try {
      await work(() => stopped)
      isFailing = false
    } catch (err) {
      if (!isFailing) onFailure(err)
      isFailing = true
    }
    if (!stopped) timer = setTimeout(() => (running = run()), everyMs)
  }
  let running = run()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
