import { createHash, randomUUID } from 'node:crypto'
import type { TestMix } from '@atelier/contract'
import type { Order } from './order.ts'

const models = {
  slow: 'simulator/slow',
  fail: 'simulator/fail',
  moderated: 'simulator/moderated',
  refuse: 'simulator/refuse',
  hang: 'simulator/hang',
  partial: 'simulator/partial',
  lostReply: 'simulator/lost-reply',
} as const satisfies Record<keyof TestMix['percent'], string>

/**
 * The order with the scenario that the mix of a test key draws for it, unless it names a model itself. The
 * same seed and clientRef always draw the same. Without a clientRef chance decides, because otherwise an
 * order that failed would fail again whenever it is repeated.
 */
export function drawScenario(order: Order, mix: TestMix | null): Order {
  if (!mix || order.requestedModel !== null) return order
  const drawn = `${mix.seed} ${order.kind} ${order.clientRef ?? randomUUID()}`
  const roll = (100 * createHash('sha256').update(drawn).digest().readUInt32BE(0)) / 2 ** 32
  let below = 0
  for (const [name, model] of Object.entries(models)) {
    below += mix.percent[name as keyof typeof models] ?? 0
    if (roll < below) return { ...order, requestedModel: model }
  }
  return order
}
