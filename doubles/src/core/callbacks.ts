import { type Fault, numberOf } from '../faults/fault.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import type { Clock } from './clock.ts'
import type { Event } from './journal.ts'
import type { BuiltCallback, Protocol } from './provider.ts'
import type { State } from './state.ts'
import type { Task } from './task.ts'

/** One try to deliver a callback. */
export interface SentCallback {
  taskId: string
  reference: string | null
  at: number
  url: string
  attempt: number
  /** The fault that changed it. */
  variant: string | null
  /** `null` when no answer came. */
  status: number | null
}

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

/** Real milliseconds: a receiver that does not answer is no matter of the double's own time. */
const TIMEOUT_MS = 15_000

export function newCallbacks({ clock, faults, record, state, protocol }: CallbackParts): Callbacks {
  const sent: SentCallback[] = []
  let held: (() => Promise<void>)[] = []
  const pauses = protocol.callbackPausesMs ?? []

  const build = (task: Task, attempt: number, fault?: Fault): BuiltCallback | undefined => {
    const now = state.board.stateOf(task.id)
    if (!now || !protocol.callback) return undefined
    const variant = fault?.fault
    return protocol.callback({ task, state: now, attempt, variant, with: fault?.with ?? {} })
  }
  const post = async (task: Task, built: BuiltCallback, attempt: number, variant: string | null) => {
    const { id: taskId, reference, callbackUrl } = task
    const entry: SentCallback = {
      taskId,
      reference,
      at: clock.now(),
      url: callbackUrl ?? '',
      attempt,
      variant,
      status: null,
    }
    sent.push(entry)
    entry.status = await postJson(entry.url, built)
    return entry.status
  }
  const send = async (task: Task, attempt: number): Promise<void> => {
    const built = build(task, attempt)
    if (!built) return
    const status = await post(task, built, attempt, null)
    const delivered = status !== null && status >= 200 && status < 300
    const isFinal = delivered || (status !== null && status >= 300 && status < 400)
    const pauseMs = pauses[attempt - 1]
    if (isFinal || pauseMs === undefined) {
      record({ kind: 'called back', at: clock.now(), taskId: task.id, delivered })
    } else clock.at(clock.now() + clock.scaled(pauseMs), () => send(task, attempt + 1))
    await releaseHeld()
  }
  const releaseHeld = async () => {
    const ready = held
    held = []
    for (const release of ready) await release()
  }
  const later = (fault: Fault, work: () => Promise<unknown>) => {
    clock.at(clock.now() + clock.scaled(numberOf(fault, 'delayMs', 60_000)), work)
  }
  const sendVariant = async (task: Task, fault: Fault): Promise<void> => {
    const built = build(task, 1, fault)
    if (built) await post(task, built, 1, fault.fault)
    if (fault.with.andReal === true) return send(task, 1)
    record({ kind: 'called back', at: clock.now(), taskId: task.id, delivered: false })
  }
  const sendTwice = async (task: Task, fault: Fault): Promise<void> => {
    const built = build(task, 1)
    if (!built) return
    await send(task, 1)
    // The same bytes and the same signature, when both are old.
    later(fault, () => post(task, built, 1, 'replayed'))
  }
  return {
    sent,
    deliver: async (task) => {
      if (!task.callbackUrl || !state.settings.callbacks || state.isCalledBack(task.id)) return
      const about = { ...task, taskId: task.id }
      const fault = faults.take('callback', { on: 'callback', path: task.callbackUrl, about })
      switch (fault?.fault) {
        case undefined:
          return send(task, 1)
        case 'missing':
          return record({ kind: 'called back', at: clock.now(), taskId: task.id, delivered: false })
        case 'late':
          return later(fault as Fault, () => send(task, 1))
        case 'reordered':
          return void held.push(() => send(task, 1))
        case 'replayed':
          return sendTwice(task, fault as Fault)
        case 'duplicate':
          for (let nth = 1; nth <= numberOf(fault as Fault, 'times', 2); nth++) await send(task, nth)
          return
        default:
          return sendVariant(task, fault as Fault)
      }
    },
  }
}

async function postJson(url: string, { headers, body }: BuiltCallback): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const all = { 'content-type': 'application/json', ...headers }
    const answer = await fetch(url, { method: 'POST', headers: all, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
