import type { Event } from './journal.ts'
import type { CoreSettings, Settings } from './settings.ts'
import { type Counts, newSubmitLog, type Submit } from './submit-log.ts'
import type { Task } from './task.ts'
import { newTaskBoard, type TaskBoard } from './task-board.ts'

/** All that survives a restart. `apply` is the only way to change it, at run time and at start. */
export interface State {
  apply(event: Event): void
  /** Ends and starts tasks up to now; returns those that ended since the last call. */
  advanceTo(now: number): Task[]
  readonly board: TaskBoard
  readonly submits: readonly Submit[]
  readonly counts: Readonly<Counts>
  readonly settings: CoreSettings & Settings
  /** What had been spent when the balance was set. */
  readonly spentBefore: number
  readonly latestAt: number
  isCalledBack(taskId: string): boolean
}

interface StateParts {
  settings: CoreSettings & Settings
  laneOf(task: Task): string
  spentMicroUsd(): number
}

export function newState(parts: StateParts): State {
  const settings = { ...parts.settings }
  const concurrency = () => settings.concurrency ?? Number.POSITIVE_INFINITY
  const board = newTaskBoard({ concurrency, laneOf: parts.laneOf })
  const { submits, counts, addAccepted, addRefused } = newSubmitLog()
  const calledBack = new Set<string>()
  let ended: Task[] = []
  let spentBefore = 0
  let latestAt = 0

  const change = (event: Event) => {
    switch (event.kind) {
      case 'accepted':
        board.add(event.task)
        return addAccepted(event)
      case 'refused':
        return addRefused(event)
      case 'cancelled':
        return board.cancel(event.taskId, event.at, event.stop)
      case 'noted':
        return void Object.assign(board.stateOf(event.taskId)?.notes ?? {}, { [event.name]: event.value })
      case 'settings':
        if (Object.hasOwn(event.settings, 'balanceMicroUsd')) spentBefore = parts.spentMicroUsd()
        return void Object.assign(settings, event.settings)
      case 'called back':
        if (event.delivered) counts.callbacksSent++
        return void calledBack.add(event.taskId)
      case 'download':
        counts.downloads++
        if (event.cut) counts.cutDownloads++
        return
      case 'time':
        return
      default:
        event satisfies never
    }
  }
  const advance = (now: number) => {
    latestAt = Math.max(latestAt, now)
    ended.push(...board.advanceTo(now))
  }
  return {
    board,
    submits,
    counts,
    settings,
    get spentBefore() {
      return spentBefore
    },
    get latestAt() {
      return latestAt
    },
    apply: (event) => {
      advance(event.at)
      change(event)
    },
    advanceTo: (now) => {
      advance(now)
      const all = ended
      ended = []
      return all
    },
    isCalledBack: (taskId) => calledBack.has(taskId),
  }
}
