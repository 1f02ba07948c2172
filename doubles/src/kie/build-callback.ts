import { createHmac } from 'node:crypto'
import { type BuiltCallback, type CallbackRequest, type Double, isRecord } from '../core/index.ts'
import { addedKeys, buildParam, buildRecord, readFailure } from './build-record.ts'
import { settingsOf } from './settings.ts'

/** The signature covers the id and the time, not the body: with `swapped_body` it is still right. */
export function buildCallback(double: Double, request: CallbackRequest): BuiltCallback {
  const { task, state, variant } = request
  const isDone = state.status === 'succeeded'
  const code = isDone ? 200 : 501
  const msg = isDone ? 'Playground task completed successfully.' : 'Playground task failed.'
  const data = isDone ? successData(double, request) : failureData(double, request)
  const swapped = variant === 'swapped_body' ? swapData(request) : {}
  const body = placeId(settingsOf(double).callbackIdAt, { code, msg, data: { ...data, ...swapped } })
  const { webhookKey } = settingsOf(double)
  const key = variant === 'forged' ? `not ${webhookKey}` : webhookKey
  const headers = webhookKey === '' ? {} : sign(task.id, Math.floor(double.clock.now() / 1000), key)
  return { headers, body: JSON.stringify(body) }
}

function successData(double: Double, request: CallbackRequest): Record<string, unknown> {
  const { urls } = request.state.notes
  const { updateTime, creditsConsumed } = addedKeys(double, request)
  return { ...buildRecord(double, request, Array.isArray(urls) ? urls : []), updateTime, creditsConsumed }
}

/** Without `resultJson`, times and credits. */
function failureData(double: Double, request: CallbackRequest): Record<string, unknown> {
  const { id: taskId, model } = request.task
  return { taskId, model, state: 'fail', param: buildParam(double, request), ...readFailure(request) }
}

/** What a test wants the body to claim, or a result at an address that is not the provider's. */
function swapData(request: CallbackRequest): Record<string, unknown> {
  const { data } = request.with
  if (isRecord(data)) return data
  return { state: 'success', resultJson: JSON.stringify({ resultUrls: ['https://elsewhere.example/0.png'] }) }
}

interface CallbackBody {
  code: number
  msg: string
  data: Record<string, unknown>
}

function placeId(at: string, { data: { taskId, ...data }, ...body }: CallbackBody): object {
  if (at === 'taskId') return { ...body, taskId, data }
  return { ...body, data: at === 'data.task_id' ? { task_id: taskId, ...data } : { taskId, ...data } }
}

function sign(taskId: string, timestamp: number, key: string): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${taskId}.${timestamp}`).digest('base64')
  return { 'x-webhook-timestamp': String(timestamp), 'x-webhook-signature': signature }
}
