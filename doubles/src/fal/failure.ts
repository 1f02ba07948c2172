import { type Fault, findFault, isRecord, type Task, type TaskState, textOf } from '../core/index.ts'
import type { Detail } from './fields.ts'

/** How a request ended that did not succeed: the status and the body of its result. */
export interface Failure {
  status: number
  body: Record<string, unknown>
  /** Of the platform, not of the model; it may show on the status already. */
  errorType: string | undefined
  /** The kind of the error, for the header. */
  type: string
  isBilled: boolean
}

/** The statuses of errors that models report, besides 422. */
const MODEL_STATUSES: Record<string, number> = {
  internal_server_error: 500,
  downstream_service_error: 500,
  downstream_service_unavailable: 500,
  generation_timeout: 504,
}

const PLATFORM_STATUSES: Record<string, number> = {
  request_timeout: 504,
  startup_timeout: 504,
  runner_scheduling_failure: 503,
  runner_connection_timeout: 503,
  runner_disconnected: 503,
  runner_connection_refused: 503,
  runner_connection_error: 503,
  runner_incomplete_response: 502,
  runner_server_error: 500,
  internal_error: 500,
  client_disconnected: 499,
  client_cancelled: 499,
  bad_request: 400,
}

/** `undefined` when the request succeeded or still runs. */
export function failureOf(task: Task, state: TaskState): Failure | undefined {
  if (state.status === 'cancelled') return platformFailure('client_cancelled', 'Request was cancelled')
  if (state.status !== 'failed') return undefined
  if (state.startedAt === null) return platformFailure('request_timeout', 'Request did not start in time')
  const fault = findFault(task, 'fail')
  if (!fault) return platformFailure('internal_error', 'Internal error')
  const errorType = fault.with.errorType
  if (typeof errorType === 'string')
    return platformFailure(errorType, textOf(fault, 'msg', `Request failed: ${errorType}`))
  return modelFailure(task, fault)
}

export function platformFailure(errorType: string, detail: string): Failure {
  const status = PLATFORM_STATUSES[errorType] ?? 500
  const body = { detail, error_type: errorType }
  return { status, body, errorType, type: errorType, isBilled: false }
}

/** `type`, `msg`, `status`, `shape` (`list`, or `text` for a plain sentence), `details`, `billed`. */
function modelFailure(task: Task, fault: Fault): Failure {
  const type = textOf(fault, 'type', 'content_policy_violation')
  const msg = textOf(fault, 'msg', 'The content could not be processed because it was flagged.')
  const given = fault.with.status
  const status = typeof given === 'number' ? given : (MODEL_STATUSES[type] ?? 422)
  const usual: Detail = { loc: ['body', 'prompt'], msg, type, ctx: {}, input: task.prompt }
  const details = Array.isArray(fault.with.details) ? fault.with.details : [usual]
  const first = details[0]
  return {
    status,
    body: { detail: textOf(fault, 'shape', 'list') === 'text' ? msg : details.map(withPage) },
    errorType: undefined,
    type: isRecord(first) && typeof first.type === 'string' ? first.type : type,
    // What the platform itself breaks is never billed; what the model refuses may be.
    isBilled: status < 500 && fault.with.billed === true,
  }
}

/** Each problem names the page that explains it. */
function withPage(detail: unknown): unknown {
  if (!isRecord(detail)) return detail
  return { ...detail, url: `https://docs.example/errors/#${String(detail.type)}` }
}
