import { type Fault, numberOf } from '../faults/fault.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import type { Clock } from './clock.ts'
import type { Event } from './journal.ts'
import { newSentCallback, postCallback, type SentCallback } from './post-callback.ts'
import type { BuiltCallback, Protocol } from './provider.ts'
import type { State } from './state.ts'
import type { Task } from './task.ts'

export interface Callbacks {
  /** Resolves when the first try is over; further tries follow in the time of the double. */
  deliver(task: Task): Promise<void>
  readonly sent: readonly SentCallback[]
}

interface CallbackParts {
  clock: Clock
  faults: FaultQueue
  record(event: Event): void
  state: State
  protocol: Protocol
}

/** Sends the callbacks of ended tasks, with the faults queued for them. */
export function newCallbacks(parts: CallbackParts): Callbacks {
  const { clock, faults, state, record } = parts
  const sender = newSender(parts)
  const later = (fault: Fault, work: () => Promise<unknown>) => {
    clock.at(clock.now() + clock.scaled(numberOf(fault, 'delayMs', 60_000)), work)
  }
  const giveUp = (task: Task) =>
    record({ kind: 'called back', at: clock.now(), taskId: task.id, delivered: false })
  const sendVariant = async (task: Task, fault: Fault): Promise<void> => {
    const built = sender.build(task, 1, fault)
    if (built) await sender.post(task, built, 1, fault.fault)
    return fault.with.andReal === true ? sender.send(task, 1) : giveUp(task)
  }
  const sendAgain = async (task: Task, fault: Fault): Promise<void> => {
    const built = sender.build(task, 1)
    if (!built) return
    await sender.send(task, 1, built)
    // The same bytes and the same signature, when both are old.
    later(fault, () => sender.post(task, built, 1, 'replayed'))
  }
  const deliverBadly = async (task: Task, fault: Fault): Promise<void> => {
    switch (fault.fault) {
      case 'missing':
        return giveUp(task)
      case 'late':
        return later(fault, () => sender.send(task, 1))
      case 'reordered':
        return sender.hold(() => sender.send(task, 1))
      case 'replayed':
        return sendAgain(task, fault)
      case 'duplicate':
        for (let nth = 1; nth <= numberOf(fault, 'deliveries', 2); nth++) await sender.send(task, nth)
        return
      default:
        return sendVariant(task, fault)
    }
  }
  return {
    sent: sender.sent,
    deliver: async (task) => {
      if (!task.callbackUrl || !state.settings.callbacks || state.isCalledBack(task.id)) return
      const about = { ...task, taskId: task.id }
      const fault = faults.take('callback', { on: 'callback', path: task.callbackUrl, about })
      return fault ? deliverBadly(task, fault) : sender.send(task, 1)
    },
  }
}

/** Builds and posts callbacks, and tries again until one is answered well. */
function newSender({ clock, record, state, protocol }: CallbackParts) {
  const sent: SentCallback[] = []
  const pauses = protocol.callbackPausesMs ?? []
  let held: (() => Promise<void>)[] = []
  const build = (task: Task, attempt: number, fault?: Fault): BuiltCallback | undefined => {
    const now = state.board.stateOf(task.id)
    const variant = fault?.fault
    return now && protocol.callback?.({ task, state: now, attempt, variant, with: fault?.with ?? {} })
  }
  const post = (task: Task, built: BuiltCallback, attempt: number, variant: string | null) => {
    const entry = newSentCallback(task, clock.now(), attempt, variant)
    sent.push(entry)
    return postCallback(entry, built)
  }
  const send = async (task: Task, attempt: number, given?: BuiltCallback): Promise<void> => {
    const built = given ?? build(task, attempt)
    if (!built) return
    const status = (await post(task, built, attempt, null)) ?? 0
    const delivered = status >= 200 && status < 300
    // A redirect is not followed, and not tried again.
    const isFinal = delivered || (status >= 300 && status < 400)
    const pauseMs = pauses[attempt - 1]
    if (isFinal || pauseMs === undefined) {
      record({ kind: 'called back', at: clock.now(), taskId: task.id, delivered })
    } else clock.at(clock.now() + clock.scaled(pauseMs), () => send(task, attempt + 1))
    const ready = held
    held = []
    for (const release of ready) await release()
  }
  return { sent, build, post, send, hold: (release: () => Promise<void>) => void held.push(release) }
}
