import { expect, test } from 'vitest'
import type { Order } from '../../src/production/orders/index.ts'
import { drawScenario } from '../../src/production/orders/index.ts'

const order = { kind: 'image', requestedModel: null, clientRef: 'a' } as Order
const drawn = (percent: object, seed: number, clientRef: string | null) =>
  drawScenario({ ...order, clientRef }, { seed, percent }).requestedModel
const ORDERS = 4_000

test('each scenario gets its share, and the rest is left as it is', () => {
  const counts = new Map<string | null, number>()
  for (let at = 0; at < ORDERS; at++) {
    const model = drawn({ fail: 10, lostReply: 25 }, 1, `ref-${at}`)
    counts.set(model, (counts.get(model) ?? 0) + 1)
  }
  const share = (model: string | null) => (counts.get(model) ?? 0) / ORDERS
  expect([...counts.keys()].sort()).toEqual(['simulator/fail', 'simulator/lost-reply', null].sort())
  expect(share('simulator/fail')).toBeCloseTo(0.1, 1)
  expect(share('simulator/lost-reply')).toBeCloseTo(0.25, 1)
})

test('the same seed and clientRef draw the same; another seed, or no clientRef, draws otherwise', () => {
  const half = { hang: 50 }
  const row = (seed: number, ref: (at: number) => string | null) =>
    Array.from({ length: 64 }, (_, at) => drawn(half, seed, ref(at)))
  const named = (at: number) => `ref-${at}`
  expect(row(7, named)).toEqual(row(7, named))
  expect(row(7, named)).not.toEqual(row(8, named))
  expect(row(7, () => null)).not.toEqual(row(7, () => null))
})

test('a model that the order names stays, and so does an order of a key without a mix', () => {
  const named = { ...order, requestedModel: 'simulator/ok' }
  expect(drawScenario(named, { seed: 1, percent: { fail: 100 } })).toBe(named)
  expect(drawScenario(order, null)).toBe(order)
})
