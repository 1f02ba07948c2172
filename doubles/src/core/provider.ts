import type { About } from '../faults/fault.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/reply.ts'
import type { Double } from './double.ts'
import type { Settings } from './settings.ts'
import type { Charge, Task, TaskState } from './task.ts'

/** The protocol of one provider. `providers.ts` lists them all. */
export interface Provider {
  name: string
  /** Its own settings, and other defaults for those of the core. */
  settings: Settings
  open(double: Double): Protocol
}

export interface Protocol {
  routes: readonly Route[]
  /** Checks the key in the provider's own header; a reply refuses the call. Not asked on open routes. */
  authorize(call: Call): Reply | undefined
  /** The provider's own words for a trouble that any request can meet. */
  refuse(trouble: Trouble, call: Call): Reply
  /** What an ended task costs; `undefined` when it is free. */
  charge(task: Task, state: TaskState): Charge | undefined
  /** Tasks of one lane share the setting `concurrency`; one lane for all unless given. */
  laneOf?(task: Task): string
  /** What is posted to the callback address of an ended task, or in a variant a fault asks for. */
  callback?(request: CallbackRequest): BuiltCallback | undefined
  /** Pauses before each further try; none without callbacks. */
  callbackPausesMs?: readonly number[]
  /** Names of faults that only this provider knows. */
  taskFaults?: readonly string[]
  callbackFaults?: readonly string[]
}

export interface BuiltCallback {
  headers: Record<string, string>
  body: string
}

export interface CallbackRequest {
  task: Task
  state: TaskState
  /** Counts the tries, from 1. */
  attempt: number
  /** The fault that changes it, such as `forged`, or nothing. */
  variant: string | undefined
  with: Record<string, unknown>
}

export interface Trouble {
  /** 401, 429, 500, 502, 503, 504, 404 or 402 for "out of credit", whatever the provider makes of it. */
  status: number
  retryAfterSeconds?: number
}

export interface Route {
  /** What faults name: submit, status, result, cancel, upload, media, or another word. */
  kind: string
  method: string
  /** `/v1/tasks/:id`; a last part `*rest` takes all that follows, with slashes. */
  path: string
  /** No key is needed. */
  isOpen?: boolean
  /** What the request is about, before it is handled. A `taskId` brings the words of that task. */
  about?(call: Call): About
  handle(call: Call): Reply | Promise<Reply>
}
