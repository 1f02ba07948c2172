import { type Fault, numberOf } from '../faults/fault.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import type { Call } from '../http/call.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { BillEntry, Double, TaskNow } from './double.ts'
import { isLost, type OpenCall } from './handle-call.ts'
import type { Event } from './journal.ts'
import type { Random } from './random.ts'
import type { State } from './state.ts'
import { type Charge, findFault, isEnded, type NewTask, type Task, type TaskState } from './task.ts'

interface DoubleParts {
  config: Config
  clock: Clock
  random: Random
  faults: FaultQueue
  state: State
  open: WeakMap<Call, OpenCall>
  record(event: Event): void
  charge(task: Task, state: TaskState): Charge | undefined
  whenEnded(taskId: string): Promise<void>
}

/** The part of the core that the protocol of a provider sees. */
export function newDouble(parts: DoubleParts): Double {
  const { config, clock, random, state, record, open } = parts
  const reads = new Map<string, number>()
  const findTask = (id: string): TaskNow | undefined => {
    const task = state.board.tasks.get(id)
    const now = state.board.stateOf(id)
    return task && now && { task, state: now }
  }
  const allTasks = () => [...state.board.tasks.keys()].flatMap((id) => findTask(id) ?? [])
  const bill = () => allTasks().flatMap((now) => billEntry(now, parts.charge(now.task, now.state)))
  return {
    config,
    clock,
    random,
    settings: state.settings,
    uploads: new Map(),
    accept: (call, given) => {
      const opened = open.get(call)
      if (opened?.submit === undefined) throw new Error('Only a route of the kind submit may accept a task.')
      const task = newTask(parts, given, opened.submit, call.path)
      record({ kind: 'accepted', at: task.acceptedAt, lost: isLost(opened.fault), task })
      opened.logged.taskIds.push(task.id)
      return task
    },
    findTask,
    readTask: (id) => {
      const found = findTask(id)
      const nth = (reads.get(id) ?? 0) + 1
      reads.set(id, nth)
      const lost = found && findFault(found.task, 'lost')
      return lost && nth > numberOf(lost, 'afterReads', 1) ? undefined : found
    },
    readsOf: (id) => reads.get(id) ?? 0,
    allTasks,
    positionOf: (task) => state.board.positionOf(task),
    cancel: (task, stop) => record({ kind: 'cancelled', at: clock.now(), taskId: task.id, stop }),
    note: (task, name, value) => record({ kind: 'noted', at: clock.now(), taskId: task.id, name, value }),
    waitForEnd: async (task) => {
      const now = state.board.stateOf(task.id)
      if (!now) throw new Error(`There is no task ${task.id}.`)
      if (!isEnded(now)) await parts.whenEnded(task.id)
      return now
    },
    bill,
    leftMicroUsd: () => {
      const { balanceMicroUsd } = state.settings
      if (balanceMicroUsd === null) return Number.POSITIVE_INFINITY
      const spent = bill().reduce((sum, { microUsd }) => sum + microUsd, 0)
      return balanceMicroUsd - spent + state.spentBefore
    },
  }
}

function billEntry({ task, state }: TaskNow, charge: Charge | undefined): BillEntry[] {
  if (!charge || state.endedAt === null) return []
  const { id: taskId, reference, model, kind, acceptedAt } = task
  return [{ taskId, reference, model, kind, acceptedAt, billedAt: state.endedAt, ...charge }]
}

function newTask(parts: DoubleParts, given: NewTask, submit: number, path: string): Task {
  const { clock, state, faults } = parts
  const about = { ...given, taskId: given.id }
  const queued = faults.takeAll('task', { on: 'submit', path, about })
  const own = (given.faults ?? []).map(({ fault, with: values }) => ownFault(fault, values))
  const all = [...own, ...queued]
  const { renderMs, videoMs } = state.settings
  const render = all.find(({ fault }) => fault === 'render')
  const usualMs = given.renderMs ?? (given.kind === 'video' ? videoMs : renderMs)
  return {
    callbackUrl: null,
    durationSeconds: 0,
    extra: {},
    mediaLifetimeMs: null,
    ...given,
    number: state.counts.accepted + 1,
    submit,
    acceptedAt: clock.now(),
    // Kept with the task, so that a restart with other settings does not change it.
    renderMs: clock.scaled(render ? numberOf(render, 'ms', usualMs) : usualMs),
    startWithinMs: given.startWithinMs == null ? null : clock.scaled(given.startWithinMs),
    faults: all,
  }
}

/** A fault that the input causes, in the form of one that a test asked for. */
function ownFault(fault: string, values: Record<string, unknown>): Fault {
  const always = { times: 1, skip: 0, percent: 100, match: {} }
  return { id: 0, scope: 'task', on: 'submit', fault, ...always, with: values }
}
