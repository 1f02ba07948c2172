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

export function newTaskBoard(limits: Limits): TaskBoard {
  const entries = new Map<string, Entry>()
  const tasks = new Map<string, Task>()
  const lanes = newLanes(limits)
  const findNext = (): Entry | undefined =>
    [...lanes.running(), ...lanes.queue().filter(({ task }) => task.startWithinMs !== null)].reduce<
      Entry | undefined
    >((first, entry) => (first && endAt(first) <= endAt(entry) ? first : entry), undefined)
  return {
    tasks,
    add: (task) => {
      const entry = { task, state: newTaskState() }
      tasks.set(task.id, task)
      entries.set(task.id, entry)
      lanes.add(entry)
    },
    cancel: (id, at, stop) => {
      const entry = entries.get(id)
      if (!entry || isEnded(entry.state)) return
      entry.state.cancelRequestedAt ??= at
      if (entry.state.status === 'queued' || stop) lanes.end(entry, 'cancelled', at)
    },
    advanceTo: (now) => {
      for (let next = findNext(); next && endAt(next) <= now; next = findNext()) {
        const failed = next.state.startedAt === null || findFault(next.task, 'fail')
        lanes.end(next, failed ? 'failed' : 'succeeded', endAt(next))
      }
      lanes.startWaiting(now)
      return lanes.takeEnded()
    },
    nextEndAt: () => {
      const next = findNext()
      const at = next && endAt(next)
      return at !== undefined && Number.isFinite(at) ? at : undefined
    },
    stateOf: (id) => entries.get(id)?.state,
    positionOf: (task) => {
      const lane = lanes.queue().filter((entry) => limits.laneOf(entry.task) === limits.laneOf(task))
      return Math.max(
        0,
        lane.findIndex((entry) => entry.task.id === task.id),
      )
    },
  }
}

const newTaskState = (): TaskState => ({
  status: 'queued',
  startedAt: null,
  endedAt: null,
  cancelRequestedAt: null,
  notes: {},
})

function endAt({ task, state }: Entry): number {
  if (state.startedAt === null) return task.acceptedAt + (task.startWithinMs ?? Number.POSITIVE_INFINITY)
  return findFault(task, 'stuck') ? Number.POSITIVE_INFINITY : state.startedAt + task.renderMs
}

/** What waits and what runs. */
function newLanes({ concurrency, laneOf }: Limits) {
  let queue: Entry[] = []
  let running: Entry[] = []
  let ended: Task[] = []
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
  return {
    queue: () => queue,
    running: () => running,
    startWaiting,
    add: (entry: Entry) => {
      queue.push(entry)
      startWaiting(entry.task.acceptedAt)
    },
    /** The next one starts at the same time. */
    end: (entry: Entry, status: TaskState['status'], at: number) => {
      queue = queue.filter((other) => other !== entry)
      running = running.filter((other) => other !== entry)
      Object.assign(entry.state, { status, endedAt: at })
      ended.push(entry.task)
      startWaiting(at)
    },
    takeEnded: () => {
      const all = ended
      ended = []
      return all
    },
  }
}
