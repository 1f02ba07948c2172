import type { PlannedOrder } from './planned-orders.ts'

/** What became of the orders of a plan, as far as this page knows. */
export type OrderBook = {
  /** The name under which each was sent. It is kept until the order is taken, whatever was answered. */
  names: Map<string, string>
  taken: Set<string>
  /** No answer came: it may have been taken. */
  unsure: Set<string>
}

export const newOrderBook = (): OrderBook => ({ names: new Map(), taken: new Set(), unsure: new Set() })

/** What is still to be sent, and to be paid. */
export const restOf = (orders: PlannedOrder[], { taken }: OrderBook): PlannedOrder[] =>
  orders.filter(({ key }) => !taken.has(key))

type Sending = {
  send(order: PlannedOrder['order'], name: string): Promise<unknown>
  isUncertain(error: unknown): boolean
}

/**
 * Sends one order after the other, and stops at the first that is not taken. What was taken is not sent
 * again, and an order has one name for all its tries: beginning once more pays for the rest alone.
 */
export async function sendOrders(
  orders: PlannedOrder[],
  book: OrderBook,
  { send, isUncertain }: Sending,
): Promise<void> {
  for (const { key, order } of restOf(orders, book)) {
    const name = book.names.get(key) ?? `page-${crypto.randomUUID()}`
    book.names.set(key, name)
    try {
      await send(order, name)
    } catch (error) {
      if (isUncertain(error)) book.unsure.add(key)
      throw error
    }
    book.taken.add(key)
  }
}

/** A text that was ordered, or may have been, is not changed: it would be another order. */
export const isFixed = ({ taken, unsure }: OrderBook, cell: string): boolean =>
  [...taken, ...unsure].some((key) => key.startsWith(`${cell} `))
