import { type Call, type Double, type Provider, type Reply, type Route, text } from '../core/index.ts'
import { newMediaRoutes } from '../media/index.ts'
import { chargeOf } from './credit.ts'
import { deleteTask } from './delete-task.ts'
import type { Endpoint } from './models.ts'
import { viewOrganization, viewUsage } from './organization.ts'
import { isUrlValid } from './output-urls.ts'
import { refuse, refuseInput } from './refuse.ts'
import { DAY_MS, readReference, submitTask } from './submit-task.ts'
import { newUploadRoutes } from './upload-routes.ts'
import { viewTask } from './view-task.ts'

const VERSION = '2024-11-06'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export const runway: Provider = {
  name: 'runway',
  settings: {
    /** Tasks of one model at once; the others are THROTTLED. */
    concurrency: 3,
    /** Accepted tasks of one model in 24 hours; `null` is unlimited. */
    dailyGenerations: 500 as number | null,
    balanceMicroUsd: 1_000_000_000_000,
    /** Addresses of files live between this and twice as long; a read of the task gives fresh ones. */
    urlLifetimeMs: DAY_MS,
    expiredStatus: 403,
    /** How far the estimate is above the cost. */
    estimatePercent: 104,
    /** The status of a DELETE is not documented. */
    deleteStatus: 204,
    /** A task that was cancelled by DELETE reads CANCELLED instead of 404. */
    showCancelled: false,
    /** References may be plain http on this machine; the real provider refuses both. */
    loopbackReferences: true,
    /** Off: URLs of references are not asked for. */
    fetchReferences: true,
  },
  open: (double) => {
    const uploadedAt = new Map<string, number>()
    const api = [...taskRoutes(double, uploadedAt), ...newUploadRoutes(double, uploadedAt)]
    return {
      authorize: (call) => authorize(double, call),
      refuse,
      charge: chargeOf,
      laneOf: ({ model }) => model,
      taskFaults: ['progress'],
      routes: [...api, ...wrongMethodRoutes(api), ...signedMediaRoutes(double)],
    }
  },
}

function authorize({ config }: Double, { headers }: Call): Reply | undefined {
  const [, key = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (!config.keys.includes(key)) return refuse({ status: 401 })
  const version = headers['x-runway-version']
  if (version === undefined) return refuseInput('The X-Runway-Version header is required.')
  return version === VERSION ? undefined : refuseInput(`The version in X-Runway-Version must be ${VERSION}.`)
}

function taskRoutes(double: Double, uploadedAt: ReadonlyMap<string, number>): Route[] {
  const endpoints: Endpoint[] = ['text_to_image', 'text_to_video', 'image_to_video']
  const about = ({ params }: Call) => ({ taskId: params.id })
  const path = '/v1/tasks/:id'
  return [
    ...endpoints.map(
      (endpoint): Route => ({
        kind: 'submit',
        method: 'POST',
        path: `/v1/${endpoint}`,
        about: describeSubmit,
        handle: (call) => submitTask(double, endpoint, call, uploadedAt),
      }),
    ),
    { kind: 'status', method: 'GET', path, about, handle: (call) => viewTask(double, call) },
    { kind: 'cancel', method: 'DELETE', path, about, handle: (call) => deleteTask(double, call) },
    {
      kind: 'organization',
      method: 'GET',
      path: '/v1/organization',
      handle: () => viewOrganization(double),
    },
    {
      kind: 'usage',
      method: 'POST',
      path: '/v1/organization/usage',
      handle: (call) => viewUsage(double, call),
    },
  ]
}

function describeSubmit(call: Call) {
  const { promptText, model } = Object(call.body) as { promptText?: unknown; model?: unknown }
  return { prompt: String(promptText ?? ''), model: String(model ?? ''), reference: readReference(call) }
}

/** A known path with another method is a 405, not a 404. */
function wrongMethodRoutes(routes: readonly Route[]): Route[] {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  return [...byPath].flatMap(([path, known]) =>
    METHODS.filter((method) => !known.some((route) => route.method === method)).map(
      (method): Route => ({ kind: 'method', method, path, handle: () => refuse({ status: 405 }) }),
    ),
  )
}

/** The files of the core, behind signed addresses, and gone when their task is deleted. */
function signedMediaRoutes(double: Double): Route[] {
  return newMediaRoutes(double).map((route) => ({
    ...route,
    handle: (call: Call) => {
      const found = double.findTask(call.params.id ?? '')
      if (!found || found.state.notes.deleted === true) return text(404, 'not found')
      return isUrlValid(double, call) ? route.handle(call) : text(double.settings.expiredStatus, 'expired')
    },
  }))
}
