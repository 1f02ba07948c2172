import {
  type Call,
  type Double,
  findFault,
  json,
  type Reply,
  type Task,
  type TaskNow,
} from '../core/index.ts'
import { costOf, estimateOf } from './credit.ts'
import { outputUrls } from './output-urls.ts'
import { refuse } from './refuse.ts'

/** The part of a run in which the task is still PENDING. */
const PENDING_SHARE = 0.1
/** A task that never ends shows this: only SUCCEEDED means done. */
const PROGRESS_MAX = 0.99

export function viewTask(double: Double, call: Call): Reply {
  const found = double.readTask(call.params.id ?? '')
  if (!found || isHidden(double, found)) return refuse({ status: 404 })
  const { task, state } = found
  const head = { id: task.id, createdAt: new Date(task.acceptedAt).toISOString() }
  const estimatedCost = { credits: estimateOf(task) }
  const cost = { credits: costOf(task, state) }
  switch (state.status) {
    case 'queued': {
      const isStuck = findFault(task, 'stuck')?.with.in === 'queue'
      return json(200, { ...head, status: isStuck ? 'PENDING' : 'THROTTLED', estimatedCost })
    }
    case 'running': {
      const share = (double.clock.now() - (state.startedAt ?? 0)) / Math.max(1, task.renderMs)
      if (share < PENDING_SHARE) return json(200, { ...head, status: 'PENDING', estimatedCost })
      const progress = progressOf(task, share, double.readsOf(task.id))
      return json(200, { ...head, status: 'RUNNING', ...progress, estimatedCost })
    }
    case 'succeeded':
      return json(200, { ...head, status: 'SUCCEEDED', output: outputUrls(double, call, task), cost })
    case 'failed':
      return json(200, { ...head, ...failureOf(task), cost })
    case 'cancelled':
      return json(200, { ...head, status: 'CANCELLED', cost })
    default:
      return state.status satisfies never
  }
}

/** DELETE ends what is read of a task. Whether a cancelled one can be read is not known: a setting. */
function isHidden({ settings }: Double, { state }: TaskNow): boolean {
  if (state.notes.deleted !== true) return false
  return !(settings.showCancelled === true && state.status === 'cancelled')
}

/** From 0 to 1. A fault gives other values in the order of the reads; `null` leaves the field out. */
function progressOf(task: Task, share: number, reads: number): { progress?: number } {
  const values = findFault(task, 'progress')?.with.values
  if (Array.isArray(values)) {
    const value: unknown = values[Math.min(reads, values.length) - 1]
    return typeof value === 'number' ? { progress: value } : {}
  }
  const done = (share - PENDING_SHARE) / (1 - PENDING_SHARE)
  return { progress: Math.min(PROGRESS_MAX, Math.round(done * 100) / 100) }
}

/** The code is optional in the real answers as well. */
function failureOf(task: Task) {
  const {
    code,
    message = 'An unexpected error occurred.',
    as = 'FAILED',
  } = findFault(task, 'fail')?.with ?? {}
  if (as === 'CANCELLED') return { status: 'CANCELLED' }
  const failure = { status: 'FAILED', failure: String(message) }
  return typeof code === 'string' ? { ...failure, failureCode: code } : failure
}
