import { randomUUID } from 'node:crypto'
import {
  type Call,
  type Double,
  filesOf,
  findFault,
  isRecord,
  json,
  type Provider,
  type Trouble,
} from '../../src/core/index.ts'
import { mediaUrl, newMediaRoutes } from '../../src/media/index.ts'

/** The smallest provider that uses everything of the core: what the core does is tested on it. */
export const plain: Provider = {
  name: 'plain',
  settings: { concurrency: 2, colour: 'blue' },
  open: (double) => ({
    authorize: ({ headers, ...call }) =>
      double.config.keys.includes((headers.authorization ?? '').replace('Bearer ', ''))
        ? undefined
        : refuse({ status: 401 }, { headers, ...call }),
    refuse,
    charge: ({ n }, { status }) =>
      status === 'succeeded' ? { units: n * 5, unit: 'credits', microUsd: n * 50_000 } : undefined,
    callback: ({ task, attempt, variant }) => ({
      headers: { 'x-signature': variant === 'forged' ? 'wrong' : 'right', 'x-attempt': String(attempt) },
      body: JSON.stringify({ id: task.id }),
    }),
    callbackPausesMs: [10_000, 20_000],
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: '/jobs',
        about: ({ body }) => (isRecord(body) ? readInput(body) : {}),
        handle: (call) => submit(double, call),
      },
      {
        kind: 'status',
        method: 'GET',
        path: '/jobs/:id',
        about: ({ params }) => ({ taskId: params.id }),
        handle: (call) => view(double, call),
      },
      {
        kind: 'hold',
        method: 'GET',
        path: '/jobs/:id/wait',
        handle: async ({ params }) => {
          const found = double.findTask(params.id ?? '')
          return found ? json(200, await double.waitForEnd(found.task)) : json(404, {})
        },
      },
      ...newMediaRoutes(double),
    ],
  }),
}

function readInput({ prompt, model, reference }: Record<string, unknown>) {
  return { prompt: String(prompt), model: String(model), reference: String(reference) }
}

function submit(double: Double, call: Call) {
  if (!isRecord(call.body)) return json(400, { error: 'no JSON' })
  if (double.leftMicroUsd() <= 0) return refuse({ status: 402 }, call)
  const { callbackUrl, n = 1, kind = 'image' } = call.body
  const task = double.accept(call, {
    id: randomUUID(),
    kind: kind === 'video' ? 'video' : 'image',
    ...readInput(call.body),
    input: call.body,
    n: Number(n),
    references: 0,
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : null,
    width: 1024,
    height: 1536,
    durationSeconds: 2,
  })
  return json(202, { id: task.id })
}

function view(double: Double, call: Call) {
  const found = double.readTask(call.params.id ?? '')
  if (!found) return refuse({ status: 404 }, call)
  const { task, state } = found
  const files =
    state.status === 'succeeded'
      ? Array.from({ length: filesOf(task) }, (_, index) => mediaUrl(call, task, index))
      : []
  const error = state.status === 'failed' ? (findFault(task, 'fail')?.with.code ?? 'unknown') : null
  return json(200, { id: task.id, status: state.status, position: double.positionOf(task), files, error })
}

function refuse({ status, retryAfterSeconds }: Trouble, _call: Call) {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return json(status, { error: { plain: status } }, headers)
}
