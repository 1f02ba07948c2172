import { findFault, isEnded, type Task, type TaskState } from './task.ts'

/**
 * Runs the tasks in order of acceptance, a limited number at once in each lane. All of it follows from the
 * calls and their times, so the journal need not hold the transitions: replaying the calls gives the same.
 */
export interface TaskBoard {
  readonly tasks: ReadonlyMap<string, Task>
  add(task: Task): void
  /** Takes a task out of the queue, or marks a running one; with `stop` that one ends too. */
  cancel(id: string, at: number, stop: boolean): void
  /** Ends and starts what is due; returns the tasks that ended. */
  advanceTo(now: number): Task[]
  /** When the next task ends: a running one, or a queued one that may not wait longer. */
  nextEndAt(): number | undefined
  stateOf(id: string): TaskState | undefined
  /** How many tasks of its lane start before this one. */
  positionOf(task: Task): number
}

interface Entry {
  task: Task
  state: TaskState
}

interface Limits {
  /** Tasks at once in a lane. */
  concurrency(): number
  laneOf(task: Task): string
}

export function newTaskBoard({ concurrency, laneOf }: Limits): TaskBoard {
  const entries = new Map<string, Entry>()
  const tasks = new Map<string, Task>()
  let queue: Entry[] = []
  let running: Entry[] = []
  let ended: Task[] = []

  const endAt = ({ task, state }: Entry): number => {
    if (state.startedAt === null) return task.acceptedAt + (task.startWithinMs ?? Number.POSITIVE_INFINITY)
    return findFault(task, 'stuck') ? Number.POSITIVE_INFINITY : state.startedAt + task.renderMs
  }
  const end = (entry: Entry, status: TaskState['status'], at: number) => {
    queue = queue.filter((other) => other !== entry)
    running = running.filter((other) => other !== entry)
    Object.assign(entry.state, { status, endedAt: at })
    ended.push(entry.task)
  }
  const startWaiting = (at: number) => {
    const busy = new Map<string, number>()
    for (const { task } of running) busy.set(laneOf(task), (busy.get(laneOf(task)) ?? 0) + 1)
    for (const entry of queue) {
      const lane = laneOf(entry.task)
      const count = busy.get(lane) ?? 0
      if (count >= concurrency() || findFault(entry.task, 'stuck')?.with.in === 'queue') continue
      busy.set(lane, count + 1)
      Object.assign(entry.state, { status: 'running', startedAt: at })
      running.push(entry)
    }
    queue = queue.filter(({ state }) => state.status === 'queued')
  }
  const findNext = (): Entry | undefined =>
    [...running, ...queue.filter(({ task }) => task.startWithinMs !== null)].reduce<Entry | undefined>(
      (first, entry) => (first && endAt(first) <= endAt(entry) ? first : entry),
      undefined,
    )
  return {
    tasks,
    add: (task) => {
      const state: TaskState = {
        status: 'queued',
        startedAt: null,
        endedAt: null,
        cancelRequestedAt: null,
        notes: {},
      }
      const entry = { task, state }
      tasks.set(task.id, task)
      entries.set(task.id, entry)
      queue.push(entry)
      startWaiting(task.acceptedAt)
    },
    cancel: (id, at, stop) => {
      const entry = entries.get(id)
      if (!entry || isEnded(entry.state)) return
      entry.state.cancelRequestedAt ??= at
      if (entry.state.status === 'queued' || stop) end(entry, 'cancelled', at)
      startWaiting(at)
    },
    advanceTo: (now) => {
      for (let next = findNext(); next && endAt(next) <= now; next = findNext()) {
        const at = endAt(next)
        const failed = next.state.startedAt === null || findFault(next.task, 'fail')
        end(next, failed ? 'failed' : 'succeeded', at)
        startWaiting(at)
      }
      startWaiting(now)
      const all = ended
      ended = []
      return all
    },
    nextEndAt: () => {
      const next = findNext()
      const at = next && endAt(next)
      return at !== undefined && Number.isFinite(at) ? at : undefined
    },
    stateOf: (id) => entries.get(id)?.state,
    positionOf: (task) => {
      const lane = queue.filter((entry) => laneOf(entry.task) === laneOf(task))
      return Math.max(
        0,
        lane.findIndex((entry) => entry.task.id === task.id),
      )
    },
  }
}
