import type { Call, Double, Protocol, Provider } from '../core/index.ts'
import { buildCallback } from './build-callback.ts'
import { createTask, describeSubmit } from './create-task.ts'
import { refuse, refuseTrouble, refuseUpload, succeed } from './envelope.ts'
import { listPrices } from './list-prices.ts'
import { CREDIT_MICRO_USD } from './measure-order.ts'
import { newRecordReader } from './read-record.ts'
import { kieSettings } from './settings.ts'
import { signDownload } from './sign-download.ts'
import { newTaskLimits } from './task-limits.ts'
import { newUploadRoutes } from './upload-routes.ts'

/** What an account without a limit had before this double ran. */
const MANY_CREDITS = 1_000_000

/** The jobs API of kie.ai, with its uploads. The older 4o interface is not built. */
export const kie: Provider = {
  name: 'kie',
  settings: kieSettings,
  open: (double) => ({
    authorize: (call) => authorize(double, call),
    refuse: (trouble, call) => refuseTrouble(double, trouble, call),
    charge: ({ extra: { credits } }, { status }) => {
      if (status !== 'succeeded') return undefined
      const units = Number(credits)
      return { units, unit: 'credits', microUsd: Math.round(units * CREDIT_MICRO_USD) }
    },
    callback: (request) => buildCallback(double, request),
    // Three retries are documented, their pauses are not.
    callbackPausesMs: [10_000, 30_000, 60_000],
    taskFaults: ['late_record', 'show_state', 'show_result'],
    callbackFaults: ['swapped_body'],
    routes: newRoutes(double),
  }),
}

function newRoutes(double: Double): Protocol['routes'] {
  const limits = newTaskLimits(double)
  return [
    {
      kind: 'submit',
      method: 'POST',
      path: '/api/v1/jobs/createTask',
      about: describeSubmit,
      handle: (call) => createTask(double, limits, call),
    },
    {
      kind: 'status',
      method: 'GET',
      path: '/api/v1/jobs/recordInfo',
      about: ({ query }) => ({ taskId: query.get('taskId') ?? '' }),
      handle: newRecordReader(double),
    },
    {
      kind: 'download',
      method: 'POST',
      path: '/api/v1/common/download-url',
      handle: (call) => signDownload(double, call),
    },
    {
      kind: 'credit',
      method: 'GET',
      path: '/api/v1/chat/credit',
      handle: () => succeed(double, countCredits(double)),
    },
    {
      kind: 'prices',
      method: 'POST',
      path: '/client/v1/model-pricing/page',
      isOpen: true,
      handle: (call) => listPrices(double, call),
    },
    ...newUploadRoutes(double),
  ]
}

function authorize(double: Double, { headers, path }: Call) {
  const [, key = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
  if (double.config.keys.includes(key)) return undefined
  return path.startsWith('/api/file-') ? refuseUpload(double, 401) : refuse(double, 401)
}

function countCredits(double: Double): number {
  const leftMicroUsd = double.leftMicroUsd()
  if (Number.isFinite(leftMicroUsd)) return leftMicroUsd / CREDIT_MICRO_USD
  return double.bill().reduce((left, { units }) => left - units, MANY_CREDITS)
}
