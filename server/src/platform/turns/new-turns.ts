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
  /** Those with the lowest rank go first; without it, all in the order of arrival. */
  rankOf?: (user: string) => number
  /** Whether a user waits on although there is a turn. Asked again in a moment. */
  isHeldUp?: (user: string, waitedMs: number) => boolean
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

const HELD_UP_MS = 20

type Turn = { user: string; cameAt: number; begin: () => void }

/**
 * A queue in this process. A user at its own limit does not hold up those behind it.
 */
export function newTurns(limits: TurnLimits): Turns {
  const running: Turn[] = []
  const waiting: Turn[] = []
  const countOf = (turns: Turn[], user: string): number => turns.filter((turn) => turn.user === user).length
  const { rankOf = () => 0, isHeldUp = () => false } = limits
  const mayBegin = ({ user, cameAt }: Turn): boolean =>
    countOf(running, user) < limits.runningPerUser && !isHeldUp(user, performance.now() - cameAt)
  let isAskedAgain = false

  function findNext(): Turn | undefined {
    const ready = running.length < limits.running ? waiting.filter(mayBegin) : []
    // Of equals the first stays first.
    return ready.reduce(
      (first, one) => (rankOf(one.user) < rankOf(first.user) ? one : first),
      ready[0] as Turn,
    )
  }

  function beginNext(): void {
    for (let next = findNext(); next; next = findNext()) {
      remove(waiting, next)
      running.push(next)
      next.begin()
    }
    if (!limits.isHeldUp || isAskedAgain || waiting.length === 0) return
    isAskedAgain = true
    setTimeout(() => {
      isAskedAgain = false
      beginNext()
    }, HELD_UP_MS)
  }

  async function take(user: string, { waitMs, signal }: TurnOptions): Promise<() => void> {
    if (signal?.aborted) throw new CallerLeft()
    if (waiting.length >= limits.waiting || countOf(waiting, user) >= limits.waitingPerUser)
      throw limits.busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const turn: Turn = { user, cameAt: performance.now(), begin: resolve }
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
