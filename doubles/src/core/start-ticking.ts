import type { Callbacks } from './callbacks.ts'
import type { Clock } from './clock.ts'
import type { State } from './state.ts'

export interface Ticking {
  /** Ends and starts what is due, and sends the callbacks of what ended. */
  tick(): Promise<void>
  /** Sets the timer of the next end; called after every event. */
  plan(): void
  whenEnded(taskId: string): Promise<void>
  stop(): void
}

/** The only timer of a double, and losing it is safe: the journal and the time say what is due. */
export function startTicking(clock: Clock, state: State, callbacks: Callbacks): Ticking {
  let callOff = () => {}
  let plannedAt: number | undefined
  const waiting = new Map<string, (() => void)[]>()
  const tick = async () => {
    const ended = state.advanceTo(clock.now())
    plan()
    for (const { id } of ended) for (const wake of waiting.get(id) ?? []) wake()
    await Promise.all(ended.map((task) => callbacks.deliver(task)))
  }
  const plan = () => {
    const nextAt = state.board.nextEndAt()
    if (nextAt === plannedAt) return
    callOff()
    plannedAt = nextAt
    if (nextAt === undefined) return
    callOff = clock.at(nextAt, () => {
      plannedAt = undefined
      return tick()
    })
  }
  const whenEnded = (taskId: string) =>
    new Promise<void>((resolve) => waiting.set(taskId, [...(waiting.get(taskId) ?? []), resolve]))
  return { tick, plan, whenEnded, stop: () => callOff() }
}
