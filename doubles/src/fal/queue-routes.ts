import { type Call, type Double, json, type Reply, type Route, type TaskNow } from '../core/index.ts'
import { refuse } from './envelope.ts'
import { type Failure, failureOf } from './failure.ts'
import { appOf, models } from './models.ts'
import { outputOf } from './output.ts'
import { addressesOf, settingsOf } from './queue-state.ts'

const REQUEST = '/:owner/:app/requests/:id'

/** What a caller does with a request that it has bought. */
export function newQueueRoutes(double: Double): Route[] {
  const about = ({ params }: Call) => ({ taskId: params.id })
  const readable = (read: (found: TaskNow, call: Call) => Reply) => (call: Call) => {
    const found = double.readTask(call.params.id ?? '')
    const { owner, app } = call.params
    return found && appOf(found.task.model) === `${owner}/${app}`
      ? read(found, call)
      : refuse({ status: 404 }, call)
  }
  const status = readable((found, call) => readStatus(double, found, call))
  const result = readable((found, call) => readResult(double, found, call))
  return [
    { kind: 'status', method: 'GET', path: `${REQUEST}/status`, about, handle: status },
    { kind: 'result', method: 'GET', path: REQUEST, about, handle: result },
    { kind: 'result', method: 'GET', path: `${REQUEST}/response`, about, handle: result },
    {
      kind: 'cancel',
      method: 'PUT',
      path: `${REQUEST}/cancel`,
      about,
      handle: readable((found) => cancel(double, found)),
    },
  ]
}

/** There is no failed: a failed request is completed, and only sometimes says so here. */
function readStatus(double: Double, { task, state }: TaskNow, call: Call): Reply {
  const { response_url } = addressesOf(double, call, task)
  const base = { request_id: task.id, response_url }
  const headers = { 'x-fal-request-id': task.id }
  const logs = call.query.get('logs') === '1' ? logsOf({ task, state }) : null
  if (state.status === 'queued')
    return json(202, { status: 'IN_QUEUE', ...base, queue_position: double.positionOf(task) }, headers)
  if (state.status === 'running') return json(202, { status: 'IN_PROGRESS', ...base, logs }, headers)
  const seconds = ((state.endedAt ?? 0) - (state.startedAt ?? state.endedAt ?? 0)) / 1000
  const completed = { status: 'COMPLETED', ...base, logs, metrics: { inference_time: seconds } }
  const failure = failureOf(task, state)
  if (!failure?.errorType) return json(200, completed, headers)
  return json(200, { ...completed, error: failure.body.detail, error_type: failure.errorType }, headers)
}

function logsOf({ task, state }: TaskNow) {
  const message = (text: string, at: number | null) =>
    at === null
      ? []
      : [{ message: text, level: 'INFO', source: 'USER', timestamp: new Date(at).toISOString() }]
  const retried = task.faults.some(({ fault }) => fault === 'retried')
  return [
    ...message('Loading the model', state.startedAt),
    ...message('The runner was lost; trying again', retried ? state.startedAt : null),
    ...message('Done', state.endedAt),
  ]
}

function readResult(double: Double, { task, state }: TaskNow, call: Call): Reply {
  const headers = { 'x-fal-request-id': task.id }
  if (state.status === 'queued' || state.status === 'running')
    return json(400, { detail: 'Request is still in progress' }, headers)
  const failure = failureOf(task, state)
  if (failure) return json(failure.status, failure.body, { ...headers, ...failureHeaders(double, failure) })
  const model = models[task.model]
  const units = model ? model.priceMicroUsd(task.input as Record<string, unknown>) / model.unitMicroUsd : 0
  const body = outputOf(double, call.baseUrl, { task, state })
  return json(200, body, { ...headers, 'x-fal-billable-units': String(units) })
}

function failureHeaders(double: Double, { status, type, errorType }: Failure): Record<string, string> {
  const isRetryable = status >= 500
  const { retryHeader } = settingsOf(double)
  const retry = retryHeader === 'x-fal-needs-retry' ? (isRetryable ? '1' : '0') : String(isRetryable)
  const expired: Record<string, string> =
    errorType === 'request_timeout' ? { 'x-fal-request-timeout-type': 'user' } : {}
  return { 'x-fal-error-type': type, [retryHeader]: retry, ...expired }
}

/** Four outcomes; the fourth, an unknown request, is answered before. */
function cancel(double: Double, { task, state }: TaskNow): Reply {
  const { cancelStops, cancelShape } = settingsOf(double)
  if (state.endedAt !== null) return json(400, { status: 'ALREADY_COMPLETED' })
  const wasQueued = state.status === 'queued'
  double.cancel(task, cancelStops)
  if (cancelShape === 'success') return json(200, { success: true })
  return wasQueued ? json(200, { status: 'OK' }) : json(202, { status: 'CANCELLATION_REQUESTED' })
}
