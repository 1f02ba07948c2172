import { expect, test } from 'vitest'
import type { PlannedOrder } from './planned-orders.ts'
import { isFixed, newOrderBook, restOf, sendOrders } from './send-orders.ts'

const order = (key: string): PlannedOrder => ({
  key,
  order: { kind: 'image', prompt: key, size: '1:1', n: 1 },
})
const orders = [order('cell-1 0'), order('cell-1 1'), order('cell-2 0')]

/** A service that charges once for each name. Its answers are lost or refused as the test says. */
function newService(answers: ('taken' | 'lost' | 'refused')[]) {
  const charged = new Set<string>()
  return {
    charged,
    send: async (_: unknown, name: string) => {
      const answer = answers.shift() ?? 'taken'
      if (answer !== 'refused') charged.add(name)
      if (answer !== 'taken') throw new Error(answer)
    },
    isUncertain: (error: unknown) => (error as Error).message === 'lost',
  }
}

test('every order is charged once, also after lost answers and refusals in between', async () => {
  const book = newOrderBook()
  const service = newService(['taken', 'lost', 'refused', 'lost', 'taken', 'refused', 'taken'])
  for (let press = 1; press <= 4; press++)
    await expect(sendOrders(orders, book, service)).rejects.toThrow(/lost|refused/)
  await sendOrders(orders, book, service)
  expect(service.charged.size).toBe(3)
  expect(restOf(orders, book)).toEqual([])
})

test('what is taken is not part of the rest that has a price', async () => {
  const book = newOrderBook()
  await expect(sendOrders(orders, book, newService(['taken', 'refused']))).rejects.toThrow('refused')
  expect(restOf(orders, book).map(({ key }) => key)).toEqual(['cell-1 1', 'cell-2 0'])
})

test('a text is fixed once it was ordered or may have been, and free after a plain refusal', async () => {
  const book = newOrderBook()
  await expect(sendOrders(orders, book, newService(['refused']))).rejects.toThrow()
  expect(isFixed(book, 'cell-1')).toBe(false)
  await expect(sendOrders(orders, book, newService(['lost']))).rejects.toThrow()
  expect(isFixed(book, 'cell-1')).toBe(true)
  await expect(sendOrders(orders, book, newService(['refused']))).rejects.toThrow()
  expect(isFixed(book, 'cell-1')).toBe(true)
  expect(isFixed(book, 'cell-2')).toBe(false)
})
