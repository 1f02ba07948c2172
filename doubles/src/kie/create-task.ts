import { randomUUID } from 'node:crypto'
import { type Call, type Double, filesOf, isRecord, type Reply, referenceOf } from '../core/index.ts'
import { mediaUrl } from '../media/index.ts'
import { checkOrder, isUrl, type Order } from './check-order.ts'
import { refuse, succeed } from './envelope.ts'
import { fetchFile } from './fetch-file.ts'
import { CREDIT_MICRO_USD, type Measures, measureOrder } from './measure-order.ts'
import { settingsOf } from './settings.ts'
import type { TaskLimits } from './task-limits.ts'

/** `POST /api/v1/jobs/createTask`. */
export async function createTask(double: Double, limits: TaskLimits, call: Call): Promise<Reply> {
  if (!isRecord(call.body)) return refuse(double, 400)
  const settings = settingsOf(double)
  const order = checkOrder(call.body, settings)
  if (typeof order === 'string') return refuse(double, 422, order)
  const measures = measureOrder(order)
  if (settings.fetchReferences)
    for (const url of measures.pictures) if (!(await isPicture(url))) return refuse(double, 451)
  if (double.leftMicroUsd() < measures.credits * CREDIT_MICRO_USD) return refuse(double, 402)
  if (limits.isReached()) return refuse(double, 429)
  const task = double.accept(call, newOrderedTask(order, measures))
  limits.add(task)
  // A callback has no request that tells the address of this double, so the addresses are kept.
  if (task.callbackUrl) double.note(task, 'urls', listUrls(call, task))
  return succeed(double, settings.recordId ? { taskId: task.id, recordId: task.id } : { taskId: task.id })
}

export function listUrls(call: Call, task: Parameters<typeof mediaUrl>[1]): string[] {
  return Array.from({ length: filesOf(task) }, (_, index) => mediaUrl(call, task, index))
}

/** What faults can look for in a submit, valid or not. */
export function describeSubmit({ body }: Call) {
  if (!isRecord(body)) return {}
  const { model, callBackUrl, input } = body
  const prompt = isRecord(input) && typeof input.prompt === 'string' ? input.prompt : ''
  return { prompt, model: String(model), reference: isUrl(callBackUrl) ? referenceOf(callBackUrl) : null }
}

function newOrderedTask({ name, model, input, callBackUrl }: Order, measures: Measures) {
  const { width, height, durationSeconds, credits, pictures } = measures
  return {
    id: randomUUID().replaceAll('-', ''),
    kind: model.kind,
    model: name,
    prompt: typeof input.prompt === 'string' ? input.prompt : '',
    reference: referenceOf(callBackUrl),
    input,
    n: model.files ?? 1,
    references: pictures.length,
    callbackUrl: callBackUrl,
    width,
    height,
    durationSeconds,
    extra: { credits },
  }
}

async function isPicture(url: string): Promise<boolean> {
  return (await fetchFile(url))?.contentType.startsWith('image/') === true
}
