export type TurnLimits = {
  /** At the same time. */
  turns: number
  turnsPerUser: number
  waitingPerUser: number
  waitingMax: number
}

/** Runs `work` when it is the user's turn. Throws TooManyWaiting when too many wait already. */
export type FairTurns = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/** The user, or all users together, wait for too many turns. It may be tried again later. */
export class TooManyWaiting extends Error {}

type Waiting = { running: number; queue: (() => void)[] }

/**
 * Limits how much runs at the same time, with a fair share for each user: a user holds a few turns at most,
 * and free turns go round the users who wait. So no user waits for everything that another one queued.
 */
export function newFairTurns({ turns, turnsPerUser, waitingPerUser, waitingMax }: TurnLimits): FairTurns {
  // In the order of their next turn: a user who gets one moves to the end.
  const users = new Map<string, Waiting>()
  let running = 0
  let waiting = 0

  const startNext = () => {
    while (running < turns) {
      const next = users.entries().find(([, one]) => one.queue.length > 0 && one.running < turnsPerUser)
      if (!next) return
      const [userId, user] = next
      users.delete(userId)
      users.set(userId, user)
      user.running++
      running++
      waiting--
      user.queue.shift()?.()
    }
  }
  const end = (userId: string, user: Waiting) => {
    user.running--
    running--
    if (user.running === 0 && user.queue.length === 0) users.delete(userId)
    startNext()
  }
  return async (userId, work) => {
    const user = users.get(userId) ?? { running: 0, queue: [] }
    if (user.queue.length >= waitingPerUser || waiting >= waitingMax) {
      throw new TooManyWaiting('too many fetches are waiting')
    }
    users.set(userId, user)
    const { promise: turn, resolve } = Promise.withResolvers<void>()
    user.queue.push(resolve)
    waiting++
    startNext()
    await turn
    return work().finally(() => end(userId, user))
  }
}
