import { type Call, type Double, isEnded, isRecord, json, type Reply } from '../core/index.ts'
import { costOf, estimateOf, readBalance } from './credit.ts'
import { findIssues, type Shape } from './find-issues.ts'
import { models } from './models.ts'
import { refuseInput, refuseIssues } from './refuse.ts'
import { countDaily, DAY_MS } from './submit-task.ts'

const SPEND_CREDITS_MAX = 10_000_000
const RANGE_DAYS_MAX = 90
const USUAL_DAYS = 30

export function viewOrganization(double: Double): Reply {
  const { concurrency, dailyGenerations } = double.settings
  const limits = { maxConcurrentGenerations: concurrency, maxDailyGenerations: dailyGenerations }
  const each = <T>(read: (model: string) => T) =>
    Object.fromEntries(Object.keys(models).map((model) => [model, read(model)]))
  return json(200, {
    creditBalance: readBalance(double),
    tier: { maxMonthlyCreditSpend: SPEND_CREDITS_MAX, models: each(() => limits) },
    usage: { models: each((model) => ({ dailyGenerations: countDaily(double, model) })) },
  })
}

const day: Shape = { is: 'text', min: 10, max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/ }
const range: Shape = { is: 'object', required: {}, optional: { startDate: day, beforeDate: day } }

/** The credits of each day and model; `beforeDate` is not part of the range. */
export function viewUsage(double: Double, { body, bytes }: Call): Reply {
  const given = bytes.length === 0 ? {} : body
  const issues = findIssues(range, given)
  if (issues.length > 0 || !isRecord(given)) return refuseIssues(issues)
  const start = given.startDate
    ? Date.parse(String(given.startDate))
    : startOfDay(double.clock.now() - USUAL_DAYS * DAY_MS)
  const before = given.beforeDate ? Date.parse(String(given.beforeDate)) : start + USUAL_DAYS * DAY_MS
  if (!(before > start)) return refuseInput('beforeDate must be a date after startDate.')
  if (before - start > RANGE_DAYS_MAX * DAY_MS)
    return refuseInput(`At most ${RANGE_DAYS_MAX} days can be queried.`)
  const uses = listUses(double).filter(({ at }) => at >= start && at < before)
  const results = [...Map.groupBy(uses, ({ at }) => new Date(at).toISOString().slice(0, 10))]
    .map(([date, ofDay]) => ({ date, usedCredits: sumByModel(ofDay) }))
    .sort((a, b) => a.date.localeCompare(b.date))
  return json(200, { models: [...new Set(uses.map(({ model }) => model))].sort(), results })
}

interface Use {
  at: number
  model: string
  amount: number
}

/** The estimate on the day of the submit, the refund on the day of the end: a day can be negative. */
function listUses({ allTasks }: Double): Use[] {
  return allTasks().flatMap(({ task, state }) => {
    const { model, acceptedAt } = task
    const taken: Use = { at: acceptedAt, model, amount: estimateOf(task) }
    if (!isEnded(state) || state.endedAt === null) return [taken]
    return [taken, { at: state.endedAt, model, amount: costOf(task, state) - estimateOf(task) }]
  })
}

const sumByModel = (uses: Use[]) =>
  Array.from(
    Map.groupBy(uses, ({ model }) => model),
    ([model, all]) => ({
      model,
      amount: all.reduce((sum, { amount }) => sum + amount, 0),
    }),
  )

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
