import type { Fault } from '../faults/fault.ts'

/** What a provider hands over when it accepts a submit. */
export interface NewTask {
  /** The provider's own id of the task. */
  id: string
  kind: 'image' | 'video'
  model: string
  prompt: string
  /** The caller's own id, as far as the request shows it. */
  reference: string | null
  /** The parsed input, as it was sent. */
  input: unknown
  /** How many files were asked for. */
  n: number
  /** How many pictures were given as references. */
  references: number
  callbackUrl?: string | null
  /** Pixels of each file, for the media routes. */
  width: number
  height: number
  durationSeconds?: number
  /** Instead of the settings. */
  renderMs?: number
  /** A task that has not started by then fails, with `startedAt` null. */
  startWithinMs?: number | null
  /** How long its files can be downloaded, instead of the settings. */
  mediaLifetimeMs?: number | null
  /** Faults that the input itself causes, such as a value the model does not take. */
  faults?: { fault: string; with: Record<string, unknown> }[]
  /** Whatever else the provider needs later; it is kept in the journal. */
  extra?: Record<string, unknown>
}

/** An accepted task. What becomes of it follows from these fields, the later events and the time. */
export interface Task extends Required<Omit<NewTask, 'faults'>> {
  /** Counts the accepted tasks, from 1. */
  number: number
  /** The number of the submit that bought it. */
  submit: number
  acceptedAt: number
  faults: Fault[]
}

export interface TaskState {
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  startedAt: number | null
  endedAt: number | null
  cancelRequestedAt: number | null
  /** What the provider noted, by name; kept in the journal. */
  notes: Record<string, unknown>
}

/** What a task cost, in the provider's unit and in millionths of a dollar. */
export interface Charge {
  units: number
  unit: string
  microUsd: number
}

export function findFault(task: Task, ...names: readonly string[]): Fault | undefined {
  return task.faults.find(({ fault }) => names.includes(fault))
}

/** How many files a finished task has: `n`, unless a fault says otherwise. */
export function filesOf(task: Task): number {
  const count = findFault(task, 'files')?.with.count
  return findFault(task, 'files') ? (typeof count === 'number' ? count : 0) : task.n
}

export function isEnded({ status }: TaskState): boolean {
  return status !== 'queued' && status !== 'running'
}
