import type { Call } from '../http/call.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Random } from './random.ts'
import type { CoreSettings, Settings } from './settings.ts'
import type { Charge, NewTask, Task, TaskState } from './task.ts'

/** What the protocol of a provider works with. */
export interface Double {
  readonly config: Config
  readonly clock: Clock
  /** For choices that the seed must decide. Ids are not: after a restart none may come twice. */
  readonly random: Random
  /** The current values; the settings of the provider are among them. */
  readonly settings: CoreSettings & Settings
  /** Buys a task: writes it to the journal with the faults queued for it. Only in a route `submit`. */
  accept(call: Call, task: NewTask): Task
  /** A task as its buyer reads it: counts the read, and is `undefined` once the task is lost. */
  readTask(id: string): TaskNow | undefined
  /** The same without counting, lost or not. */
  findTask(id: string): TaskNow | undefined
  /** In order of acceptance. */
  allTasks(): TaskNow[]
  /** How often `readTask` was asked for it since the start. */
  readsOf(id: string): number
  /** How many queued tasks start before it. */
  positionOf(task: Task): number
  /** Takes it out of the queue; with `stop` it ends a running one too. */
  cancel(task: Task, stop: boolean): void
  /** Keeps a value with the task, in the journal. */
  note(task: Task, name: string, value: unknown): void
  /** Resolves when the task has ended, for providers that hold the request so long. */
  waitForEnd(task: Task): Promise<TaskState>
  bill(): BillEntry[]
  /** What is left of the balance, in millionths of a dollar; infinite when it is unlimited. */
  leftMicroUsd(): number
  /** Files that callers uploaded, by any name the provider likes. In memory only. */
  readonly uploads: Map<string, Upload>
}

export interface TaskNow {
  task: Task
  state: TaskState
}

export interface BillEntry extends Charge {
  taskId: string
  reference: string | null
  model: string
  kind: string
  acceptedAt: number
  billedAt: number
}

export interface Upload {
  bytes: Buffer
  contentType: string
}
