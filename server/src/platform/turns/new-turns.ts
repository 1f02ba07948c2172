import { CallerLeft } from '#platform/db'

export type TurnLimits = {
  /** How much runs at the same time, of all users together and of one. */
  running: number
  runningPerUser: number
  /** How many wait, of all users together and of one. */
  waiting: number
  waitingPerUser: number
  /** What to throw when the queue is full, or when the wait was too long. */
  busy: () => Error
}

export type TurnOptions = {
  waitMs: number
  /** Aborted when the caller has left: then it waits no longer. */
  signal?: AbortSignal | undefined
}

export type Turns = {
  /** Waits for the user's turn; returns the function that ends it. Who waits holds no database connection. */
  take(user: string, options: TurnOptions): Promise<() => void>
  /** Runs work when it is the user's turn. */
  run<T>(user: string, options: TurnOptions, work: () => Promise<T>): Promise<T>
}

type Turn = { user: string; begin: () => void }

/**
 * A queue in this process, in the order of arrival. A user at its own limit does not hold up those behind it.
 */
export function newTurns(limits: TurnLimits): Turns {
  const running: Turn[] = []
  const waiting: Turn[] = []
  const countOf = (turns: Turn[], user: string): number => turns.filter((turn) => turn.user === user).length
  const mayBegin = ({ user }: Turn): boolean =>
    running.length < limits.running && countOf(running, user) < limits.runningPerUser

  function beginNext(): void {
    for (let next = waiting.find(mayBegin); next; next = waiting.find(mayBegin)) {
      remove(waiting, next)
      running.push(next)
      next.begin()
    }
  }

  async function take(user: string, { waitMs, signal }: TurnOptions): Promise<() => void> {
    if (signal?.aborted) throw new CallerLeft()
    if (waiting.length >= limits.waiting || countOf(waiting, user) >= limits.waitingPerUser)
      throw limits.busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn: Turn = { user, begin: resolve }
    const giveUp = (error: Error) => {
      remove(waiting, turn)
      reject(error)
    }
    const timer = setTimeout(() => giveUp(limits.busy()), waitMs)
    const leave = () => giveUp(new CallerLeft())
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(turn)
    beginNext()
    await promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
    return () => {
      remove(running, turn)
      beginNext()
    }
  }

  return {
    take,
    async run(user, options, work) {
      const end = await take(user, options)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

function remove(turns: Turn[], turn: Turn): void {
  const at = turns.indexOf(turn)
  if (at >= 0) turns.splice(at, 1)
}
