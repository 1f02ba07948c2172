import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isUncertain, sendOrder } from '../../api/orders.ts'
import { useMode } from '../../shell/use-mode.ts'
import { type PlannedItem, plannedOrders } from './planned-orders.ts'
import { isFixed, newOrderBook, restOf, sendOrders } from './send-orders.ts'

/**
 * The prompts and the orders of a plan. They belong to the page and not to its dialog: one that is closed
 * after a lost answer and opened again sends the same orders under the same names.
 */
export function useOrders(make: PlannedItem[], productId: string) {
  const mode = useMode()
  const client = useQueryClient()
  const [prompts, setPrompts] = useState<ReadonlyMap<string, string>>(new Map())
  const [book, setBook] = useState(newOrderBook)
  const orders = plannedOrders(make, prompts, productId)
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      sendOrders(orders, book, { send: (order, name) => sendOrder(mode, order, name), isUncertain }),
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['changes', mode] })
      client.invalidateQueries({ queryKey: ['credits', mode] })
    },
  })
  const promptOf = (cell: string): string => prompts.get(cell) ?? ''
  return {
    orders,
    rest: restOf(orders, book),
    taken: orders.filter(({ key }) => book.taken.has(key)).length,
    promptOf,
    setPrompt: (cell: string, text: string) => setPrompts(new Map(prompts).set(cell, text)),
    isFixed: (cell: string) => isPending || isFixed(book, cell),
    error,
    isPending,
    isDone: isSuccess,
    send: () => mutate(),
    /** Another plan after one that was ordered as a whole. */
    startOver: () => {
      setPrompts(new Map())
      setBook(newOrderBook())
      reset()
    },
  }
}

export type Orders = ReturnType<typeof useOrders>
