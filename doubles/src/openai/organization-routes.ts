import { type Call, type Double, filesOf, json, type Reply, type Route, type Task } from '../core/index.ts'
import { ApiError } from './api-error.ts'
import { type Buckets, readBuckets } from './read-buckets.ts'
import { errorReply, newHeaders } from './reply.ts'
import { readCosts } from './token-usage.ts'

type Result = Record<string, unknown>

const PROJECT = 'proj_double'

const costRules = { limits: { '1d': { usual: 7, max: 180 } }, groups: ['project_id', 'line_item'] }
const usageRules = {
  limits: {
    '1m': { usual: 60, max: 1440 },
    '1h': { usual: 24, max: 168 },
    '1d': { usual: 7, max: 31 },
  },
  groups: ['project_id', 'model', 'size', 'source'],
}

/** The bill, with an admin key: sums of buckets of time, and nothing that leads to a single request. */
export function newOrganizationRoutes(double: Double): Route[] {
  const page = (call: Call, rules: typeof usageRules | typeof costRules, results: Summing) =>
    sendPage(double, call, () => readBuckets(double, call, rules), results)
  return [
    {
      kind: 'costs',
      method: 'GET',
      path: '/v1/organization/costs',
      handle: (call) => page(call, costRules, sumCosts),
    },
    {
      kind: 'usage',
      method: 'GET',
      path: '/v1/organization/usage/images',
      handle: (call) => page(call, usageRules, sumUsage),
    },
  ]
}

type Summing = (tasks: Task[], groups: readonly string[]) => Result[]

function sendPage(double: Double, call: Call, read: () => Buckets, sum: Summing): Reply {
  try {
    const { spans, next, groups } = read()
    const data = spans.map(({ start, end }) => {
      const results = sum(findBilled(double, start * 1000, end * 1000), groups)
      return { object: 'bucket', start_time: start, end_time: end, results }
    })
    const nextPage = next === null ? null : `page_${next}`
    const body = { object: 'page', data, has_more: next !== null, next_page: nextPage }
    return json(200, body, newHeaders(double, call))
  } catch (error) {
    if (error instanceof ApiError) return errorReply(double, call, error)
    throw error
  }
}

function findBilled({ allTasks, clock, settings }: Double, from: number, to: number): Task[] {
  const knownUntil = clock.now() - clock.scaled(Number(settings.costsDelayMs))
  return allTasks().flatMap(({ task, state: { status, endedAt } }) =>
    status === 'succeeded' && endedAt !== null && endedAt >= from && endedAt < to && endedAt <= knownUntil
      ? [task]
      : [],
  )
}

function sumCosts(tasks: Task[], groups: readonly string[]): Result[] {
  const lines = tasks.flatMap((task) => {
    const { input, output } = readCosts(task)
    return [
      { line_item: `${task.model}, input_tokens`, microUsd: input },
      { line_item: `${task.model}, output_tokens`, microUsd: output },
    ]
  })
  const byItem = Map.groupBy(lines, ({ line_item }) => (groups.includes('line_item') ? line_item : null))
  return Array.from(byItem, ([line_item, all]) => ({
    object: 'organization.costs.result',
    amount: { value: all.reduce((sum, { microUsd }) => sum + microUsd, 0) / 1e6, currency: 'usd' },
    line_item,
    project_id: groups.includes('project_id') ? PROJECT : null,
  }))
}

function sumUsage(tasks: Task[], groups: readonly string[]): Result[] {
  const describe = ({ model, width, height, extra }: Task) => {
    const all = { model, size: `${width}x${height}`, source: `image.${extra.route}`, project_id: PROJECT }
    return Object.fromEntries(
      Object.entries(all).map(([name, one]) => [name, groups.includes(name) ? one : null]),
    )
  }
  const byGroup = Map.groupBy(tasks, (task) => JSON.stringify(describe(task)))
  return Array.from(byGroup, ([group, all]) => ({
    object: 'organization.usage.images.result',
    images: all.reduce((sum, task) => sum + filesOf(task), 0),
    num_model_requests: all.length,
    user_id: null,
    api_key_id: null,
    ...JSON.parse(group),
  }))
}
