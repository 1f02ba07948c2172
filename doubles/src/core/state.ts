import type { Event, SubmitOutcome } from './journal.ts'
import type { CoreSettings, Settings } from './settings.ts'
import type { Task } from './task.ts'
import { newTaskBoard, type TaskBoard } from './task-board.ts'

/** One POST to a route that buys. */
export interface Submit {
  number: number
  reference: string | null
  /** The first task it bought. */
  jobId: string | null
  /** All tasks it bought: more than one for a caller that asked once is a fault of the provider. */
  taskIds: string[]
  outcome: SubmitOutcome
  at: number
  /** Counts the submits of one reference, from 1. */
  try?: number
}

export interface Counts {
  posts: number
  /** Includes the tasks whose reply was lost: they were bought and they run. */
  accepted: number
  refused: number
  lostReplies: number
  downloads: number
  cutDownloads: number
  callbacksSent: number
}

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
  const counts: Counts = {
    posts: 0,
    accepted: 0,
    refused: 0,
    lostReplies: 0,
    downloads: 0,
    cutDownloads: 0,
    callbacksSent: 0,
  }
  const submits: Submit[] = []
  const tries = new Map<string, number>()
  const calledBack = new Set<string>()
  let ended: Task[] = []
  let spentBefore = 0
  let latestAt = 0

  const addSubmit = (submit: Omit<Submit, 'try'>) => {
    counts.posts++
    const { reference } = submit
    if (reference === null) return submits.push(submit)
    const nth = (tries.get(reference) ?? 0) + 1
    tries.set(reference, nth)
    return submits.push({ ...submit, try: nth })
  }
  const addAccepted = ({ task, lost, at }: Extract<Event, { kind: 'accepted' }>) => {
    board.add(task)
    counts.accepted++
    const same = submits.findLast(({ number }) => number === task.submit)
    if (same) return void same.taskIds.push(task.id)
    if (lost) counts.lostReplies++
    const { submit: number, reference, id: jobId } = task
    addSubmit({ number, reference, jobId, taskIds: [jobId], outcome: lost ? 'lost' : 'accepted', at })
  }
  const change = (event: Event) => {
    switch (event.kind) {
      case 'accepted':
        return addAccepted(event)
      case 'refused': {
        if (event.outcome === 'refused') counts.refused++
        const { submit: number, reference, outcome, at } = event
        return void addSubmit({ number, reference, jobId: null, taskIds: [], outcome, at })
      }
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
