import { randomUUID } from 'node:crypto'
import { type Call, type Double, json, type Reply } from '../core/index.ts'
import { checkReference } from './check-reference.ts'
import { estimateOf, readBalance } from './credit.ts'
import type { Endpoint } from './models.ts'
import { type Order, readOrder } from './read-order.ts'
import { refuse, refuseDaily, refuseInput } from './refuse.ts'

export const DAY_MS = 24 * 3_600_000

export async function submitTask(
  double: Double,
  endpoint: Endpoint,
  call: Call,
  uploadedAt: ReadonlyMap<string, number>,
): Promise<Reply> {
  const order = readOrder(endpoint, call.body)
  if ('status' in order) return order
  const states = await Promise.all(order.references.map((one) => checkReference(double, one, uploadedAt)))
  const refused = states.find(({ is }) => is === 'refused')
  if (refused?.is === 'refused') return refuseInput(refused.why)
  const { dailyGenerations } = double.settings
  if (typeof dailyGenerations === 'number' && countDaily(double, order.model) >= dailyGenerations)
    return refuseDaily(order.model)
  const estimatedCredits = estimate(double, order)
  if (readBalance(double) < estimatedCredits) return refuse({ status: 402 })
  const broken = states.find(({ is }) => is === 'broken')
  const { references, credits, creditsMax, ...rest } = order
  const task = double.accept(call, {
    ...rest,
    id: randomUUID(),
    reference: readReference(call),
    input: call.body,
    references: references.length,
    faults:
      broken?.is === 'broken'
        ? [{ fault: 'fail', with: { code: 'ASSET.INVALID', message: broken.why } }]
        : [],
    extra: { credits, estimatedCredits },
  })
  return json(200, { id: task.id, estimatedCost: { credits: estimateOf(task) } })
}

/** Runway ignores this header. An adapter under test may send it, so that its submits can be told apart. */
export function readReference({ headers }: Call): string | null {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

/** The generations of a model in the last 24 hours. */
export function countDaily({ allTasks, clock }: Double, model: string): number {
  const since = clock.now() - clock.scaled(DAY_MS)
  return allTasks().filter(({ task }) => task.model === model && task.acceptedAt > since).length
}

/** The estimate is the most that a task can cost; the setting says how far above the cost it is. */
const estimate = ({ settings }: Double, { creditsMax }: Order): number =>
  Math.ceil((creditsMax * Number(settings.estimatePercent)) / 100)
