import { randomUUID } from 'node:crypto'
import {
  type Call,
  type Double,
  isRecord,
  json,
  type NewTask,
  type Reply,
  type Route,
  referenceOf,
} from '../core/index.ts'
import { checkInput, listReferences } from './check-input.ts'
import { locked, refuse } from './envelope.ts'
import { platformFailure } from './failure.ts'
import { fetchReferences } from './fetch-references.ts'
import type { Detail } from './fields.ts'
import { appOf, isApp, models, secondsOf } from './models.ts'
import { pixelsOf } from './output.ts'
import { addressesOf, lockReason, settingsOf } from './queue-state.ts'
import { readTags, type Tags } from './read-tags.ts'

/** The one that buys. It hardly looks at the input: what is wrong with it shows on the result. */
export function newSubmitRoute(double: Double): Route {
  return {
    kind: 'submit',
    method: 'POST',
    path: '/*model',
    about: (call) => ({
      model: call.params.model,
      prompt: promptOf(call.body),
      reference: findReference(call),
    }),
    handle: (call) => submit(double, call),
  }
}

const promptOf = (body: unknown): string =>
  isRecord(body) && typeof body.prompt === 'string' ? body.prompt : ''

/** The tags name the job best; without them the webhook address does. */
function findReference(call: Call): string | null {
  const tags = readTags(call.headers['x-fal-tags'])
  if (typeof tags === 'object' && tags.job !== undefined)
    return tags.part === undefined ? tags.job : `${tags.job}/${tags.part}`
  return referenceOf(call.query.get('fal_webhook'))
}

async function submit(double: Double, call: Call): Promise<Reply> {
  const { model = '' } = call.params
  const reason = lockReason(double)
  if (reason !== undefined) return locked(reason)
  if (!isApp(appOf(model))) return json(404, { detail: `Application "${appOf(model)}" not found` })
  if (!isRecord(call.body)) return badRequest('The body must be a JSON object')
  const tags = readTags(call.headers['x-fal-tags'])
  if (typeof tags === 'string') return badRequest(tags)
  if (isQueueFull(double, call)) return refuse({ status: 429 }, call)
  const details = await findProblems(double, model, call.body)
  const task = double.accept(call, newRequest({ call, model, input: call.body, tags }, details))
  const { submitStatus, submitGateway } = settingsOf(double)
  const body = {
    ...(submitStatus ? { status: 'IN_QUEUE' } : {}),
    request_id: task.id,
    ...(submitGateway ? { gateway_request_id: task.id } : {}),
    ...addressesOf(double, call, task),
    queue_position: double.positionOf(task),
  }
  return json(200, body, { 'x-fal-request-id': task.id })
}

function badRequest(detail: string): Reply {
  const { status, body, type } = platformFailure('bad_request', detail)
  return json(status, body, { 'x-fal-error-type': type })
}

/** The only way to be refused for load, and only for a caller that asks for it. */
function isQueueFull(double: Double, call: Call): boolean {
  const limit = call.query.get('fal_max_queue_length')
  if (limit === null) return false
  return double.allTasks().filter(({ state }) => state.status === 'queued').length > Number(limit)
}

/** A path that the app does not have is accepted too, and fails later. */
async function findProblems(double: Double, name: string, input: Record<string, unknown>): Promise<Detail[]> {
  const model = models[name]
  if (!model) return [{ loc: ['path'], msg: `Path /${name} not found`, type: 'not_found' }]
  const wrong = checkInput(model, input)
  if (wrong.length > 0 || !settingsOf(double).fetchReferences) return wrong
  return fetchReferences(listReferences(model, input))
}

interface Order {
  call: Call
  model: string
  input: Record<string, unknown>
  tags: Tags
}

function newRequest({ call, model, input, tags }: Order, details: Detail[]): NewTask {
  const known = models[model]
  const count = input[known?.countField ?? '']
  const waitSeconds = Number(call.headers['x-fal-request-timeout'] ?? Number.NaN)
  return {
    id: randomUUID(),
    kind: known?.kind ?? 'image',
    model,
    prompt: promptOf(input),
    reference: findReference(call),
    input,
    n: typeof count === 'number' ? count : 1,
    references: known ? listReferences(known, input).length : 0,
    callbackUrl: call.query.get('fal_webhook'),
    ...pixelsOf(input, known?.kind ?? 'image'),
    durationSeconds: known?.kind === 'video' ? secondsOf(input, 5) : 0,
    startWithinMs: Number.isFinite(waitSeconds) ? waitSeconds * 1000 : null,
    mediaLifetimeMs: readLifetimeMs(call.headers['x-fal-object-lifecycle-preference']),
    faults: details.length > 0 ? [{ fault: 'fail', with: failureFor(details) }] : [],
    extra: { tags, storesPayload: call.headers['x-fal-store-io'] !== '0', baseUrl: call.baseUrl },
  }
}

/** A missing path is told in a sentence, everything else as a list. */
function failureFor(details: Detail[]): Record<string, unknown> {
  const [first] = details
  if (first?.type !== 'not_found') return { status: 422, details }
  return { status: 404, details, shape: 'text', msg: first.msg }
}

function readLifetimeMs(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null
  try {
    const { expiration_duration_seconds: seconds } = JSON.parse(header)
    return typeof seconds === 'number' ? seconds * 1000 : null
  } catch {
    return null
  }
}
