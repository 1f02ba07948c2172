import { type Call, type Double, findFault, isRecord, json, type Reply, type Route } from '../core/index.ts'
import { refusePlatform } from './envelope.ts'
import { models } from './models.ts'
import { limitOf, pageOf } from './page.ts'
import { settingsOf } from './queue-state.ts'
import { readTime } from './request-list.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 90
const LIMIT_MAX = 10_000

/** What the platform says about money; all but the prices need an admin key. */
export function newBillingRoutes(double: Double): Route[] {
  const admin = (read: (call: Call) => Reply) => (call: Call) =>
    isAdmin(double, call) ? read(call) : refusePlatform(403, undefined, 'This endpoint needs an admin key')
  const base = '/api/v1'
  return [
    {
      kind: 'billing',
      method: 'GET',
      path: `${base}/models/billing-events`,
      handle: admin((call) => listEvents(double, call)),
    },
    {
      kind: 'account',
      method: 'GET',
      path: `${base}/account/billing`,
      handle: admin(() => readBalance(double)),
    },
    { kind: 'prices', method: 'GET', path: `${base}/models/pricing`, handle: listPrices },
    {
      kind: 'meta',
      method: 'GET',
      path: `${base}/meta`,
      isOpen: true,
      handle: () => json(200, { webhook_ip_ranges: ['127.0.0.0/8'] }),
    },
  ]
}

function isAdmin({ config }: Double, { headers }: Call): boolean {
  return config.adminKeys.includes((headers.authorization ?? '').replace('Key ', ''))
}

function listEvents(double: Double, { query }: Call): Reply {
  const end = readTime(query.get('end'), double.clock.now() + 1)
  const start = readTime(query.get('start'), end - DAY_MS)
  if (!(end - start <= DAYS_MAX * DAY_MS))
    return refusePlatform(400, undefined, `The range must be at most ${DAYS_MAX} days`)
  const isTagged = query.get('source') === 'tagged-billed'
  if (isTagged && !settingsOf(double).taggedReporting)
    return refusePlatform(400, undefined, 'Tagged reporting is not enabled')
  const isWanted = (name: string, value: string) => query.get(name) === null || query.get(name) === value
  const hasTag = (taskId: string) => !isTagged || findTag(double, taskId, query.get('tag') ?? '')
  const events = double
    .bill()
    .filter(({ billedAt }) => billedAt >= start && billedAt < end)
    .filter(({ taskId, model }) => isWanted('request_id', taskId) && isWanted('endpoint_id', model))
    .filter(({ taskId }) => hasTag(taskId))
    .flatMap((entry) => (isBilledTwice(double, entry.taskId) ? [entry, entry] : [entry]))
    .map(({ taskId, model, billedAt, units, microUsd }) => ({
      request_id: taskId,
      endpoint_id: model,
      timestamp: new Date(billedAt).toISOString(),
      output_units: units,
      unit_price: microUsd / units / 1_000_000,
      percent_discount: 0,
      cost_subtotal: microUsd / 1_000_000,
      cost_discount: 0,
      cost_total: microUsd / 1_000_000,
      cost_estimate_nano_usd: microUsd * 1000,
    }))
  const largest = Math.min(LIMIT_MAX, settingsOf(double).pageMax)
  const { page, rest } = pageOf(events, limitOf(query.get('limit'), largest), query.get('cursor'))
  return json(200, { billing_events: page, ...rest })
}

function findTag(double: Double, taskId: string, wanted: string): boolean {
  const tags = double.findTask(taskId)?.task.extra.tags
  return isRecord(tags) && Object.entries(tags).some(([name, value]) => `${name}=${value}` === wanted)
}

function readBalance(double: Double): Reply {
  const left = double.leftMicroUsd()
  // An unlimited account still shows a number.
  const balance = Number.isFinite(left) ? left / 1_000_000 : 1_000_000
  return json(200, {
    username: double.config.account,
    credits: { current_balance: balance, currency: 'USD' },
  })
}

function listPrices({ query }: Call): Reply {
  const wanted = query.getAll('endpoint_id').flatMap((ids) => ids.split(','))
  const prices = wanted.flatMap((endpoint_id) => {
    const model = models[endpoint_id]
    if (!model) return []
    return [{ endpoint_id, unit_price: model.unitMicroUsd / 1_000_000, unit: model.unit, currency: 'USD' }]
  })
  return json(200, { prices, next_cursor: null, has_more: false })
}

function isBilledTwice(double: Double, taskId: string): boolean {
  const found = double.findTask(taskId)
  return found !== undefined && findFault(found.task, 'billed_twice') !== undefined
}
