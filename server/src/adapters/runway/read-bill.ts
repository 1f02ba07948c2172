import { readRepeatedly } from '#adapters/shared'
import { type Bill, type BillSum, BillUnreadable, type Period } from '#platform/providers'
import { runwayCatalogue } from './catalogue.ts'
import { MICROS_PER_CREDIT } from './credits.ts'
import type { RunwayClient } from './new-runway-client.ts'

const DAY_MS = 86_400_000
/** Runway answers for at most 90 days at once. */
const SPAN_DAYS = 60
const TIMEOUT_MS = 30_000

type Day = { date?: unknown; usedCredits?: unknown }

/** The credits of each day and model. What a task gives back counts on the day on which it ended. */
export const readBill = (client: RunwayClient, period: Period): Bill => ({
  kind: 'sums',
  sums: readSpans(client, period),
})

async function* readSpans(client: RunwayClient, { from, to }: Period): AsyncGenerator<BillSum> {
  const first = Math.floor(from.getTime() / DAY_MS)
  const end = Math.ceil(to.getTime() / DAY_MS)
  for (let day = first; day < end; day += SPAN_DAYS)
    yield* readDays(client, dateOf(day), dateOf(Math.min(day + SPAN_DAYS, end)))
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

async function* readDays(client: RunwayClient, startDate: string, beforeDate: string) {
  const call = { body: { startDate, beforeDate }, timeoutMs: TIMEOUT_MS }
  const answer = await readRepeatedly(() => client.call('/v1/organization/usage', call))
  if (!answer) throw new BillUnreadable('Runway did not answer when it was asked for its usage')
  if (answer.status === 401) throw new BillUnreadable('Runway refused RUNWAY_KEY')
  const { results } = Object(answer.json) as { results?: unknown }
  if (answer.status !== 200 || !Array.isArray(results))
    throw new BillUnreadable(`Runway answered ${answer.status} when it was asked for its usage`)
  for (const day of results) yield* readDay(client, day)
}

function* readDay({ settings }: RunwayClient, { date, usedCredits }: Day): Generator<BillSum> {
  const { offers = runwayCatalogue } = settings
  if (!Array.isArray(usedCredits) || !/^\d{4}-\d{2}-\d{2}/.test(String(date)))
    throw new BillUnreadable('the usage of Runway has another form than expected')
  for (const { model, amount } of usedCredits as { model?: unknown; amount?: unknown }[]) {
    if (typeof amount !== 'number') throw new BillUnreadable('an amount of Runway is no number')
    yield {
      day: String(date).slice(0, 10),
      offer: offers.find(({ providerModel }) => providerModel === model)?.id ?? String(model),
      costMicros: Math.round(amount * MICROS_PER_CREDIT),
    }
  }
}
