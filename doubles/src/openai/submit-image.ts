import { randomUUID } from 'node:crypto'
import { type Call, type Double, findFault, type Reply, type Task, textOf } from '../core/index.ts'
import { ApiError } from './api-error.ts'
import { buildEvents } from './build-events.ts'
import { buildResult } from './build-result.ts'
import { openaiSettings, readList } from './openai-settings.ts'
import { readEdit } from './read-edit.ts'
import { readGeneration } from './read-generation.ts'
import type { ImageOrder } from './read-order.ts'
import { notVerified, outOfCredit, rateLimited, retryHeaders, serverError } from './refuse-trouble.ts'
import { errorReply, newHeaders, REQUEST_ID } from './reply.ts'
import { countTokens } from './token-usage.ts'

type Kind = 'generation' | 'edit'

const MINUTE_MS = 60_000

/** Buys the pictures and holds the request until they are made: there is no id to ask for them later. */
export async function submitImage(double: Double, call: Call, route: Kind): Promise<Reply> {
  try {
    const models = readList(double.settings.models)
    const { order, pictures } =
      route === 'edit' ? readEdit(call, models) : { order: readGeneration(call, models), pictures: 0 }
    if (!double.settings.isVerified) throw notVerified(order.model)
    if (double.leftMicroUsd() <= 0) throw outOfCredit(double)
    const limited = refuseAboveRate(double, call, order.n)
    if (limited) return limited
    const task = accept(double, call, { route, order, pictures })
    const { status } = await double.waitForEnd(task)
    if (status !== 'succeeded') throw failureOf(task)
    return await sendResult(double, call, task)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(double, call, error)
    throw error
  }
}

/** The caller's own id of a request. The provider only logs it: it makes nothing idempotent. */
export function readReference({ headers }: Call): string | null {
  const value = headers['x-client-request-id']
  return typeof value === 'string' ? value : null
}

function accept(
  double: Double,
  call: Call,
  bought: { route: Kind; order: ImageOrder; pictures: number },
): Task {
  const { route, order, pictures } = bought
  const { renderMs } = double.settings
  const spreadMs = Number(double.settings.renderSpreadMs ?? openaiSettings.renderSpreadMs)
  return double.accept(call, {
    // Seen in the log and the bill of the double only.
    id: `image_${randomUUID()}`,
    kind: 'image',
    model: order.model,
    prompt: order.prompt,
    reference: readReference(call),
    input: order,
    n: order.n,
    references: pictures,
    width: order.width,
    height: order.height,
    renderMs: renderMs + double.random.below(Math.max(0, spreadMs) + 1),
    extra: { route, order, tokens: countTokens(order, pictures) },
  })
}

/** Counts the images of the last minute; how the provider counts them is not known. */
function refuseAboveRate(double: Double, call: Call, n: number): Reply | undefined {
  const { clock, settings } = double
  if (settings.imagesPerMinute === null) return undefined
  const windowMs = clock.scaled(MINUTE_MS)
  const recent = double.allTasks().filter(({ task }) => task.acceptedAt > clock.now() - windowMs)
  const used = recent.reduce((sum, { task }) => sum + task.n, 0)
  if (used + n <= Number(settings.imagesPerMinute)) return undefined
  const freeAt = (recent[0]?.task.acceptedAt ?? clock.now()) + windowMs
  const headers = retryHeaders(double, (freeAt - clock.now()) / 1000)
  return errorReply(double, call, rateLimited(double), headers)
}

/** What the fault `fail` asks for: a block by the safety system, unless it names another code. */
function failureOf(task: Task): ApiError {
  const fault = findFault(task, 'fail')
  const code = fault ? textOf(fault, 'code', 'moderation_blocked') : 'moderation_blocked'
  if (code === 'server_error') return serverError(500)
  const violations = Array.isArray(fault?.with.violations) ? fault.with.violations : ['violence']
  const why = `Your request was rejected by the safety system (request ID ${REQUEST_ID}).`
  const blocked = `${why} safety_violations=[${violations.join(', ')}].`
  const message = code === 'moderation_blocked' ? blocked : `The image could not be made: ${code}.`
  return new ApiError(400, message, { type: 'image_generation_user_error', code })
}

async function sendResult(double: Double, call: Call, task: Task): Promise<Reply> {
  const { isStreamed } = task.extra.order as ImageOrder
  const body = isStreamed ? await buildEvents(double, task) : await buildResult(double, task)
  const type = isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json'
  const headers = { 'content-type': type, ...newHeaders(double, call) }
  return { status: 200, headers, body, isChunked: Boolean(double.settings.isChunked) }
}
