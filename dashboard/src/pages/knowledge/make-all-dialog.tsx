import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isUncertain, quoteQuery, sendOrder } from '../../api/orders.ts'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import type { Names } from './name-recipe.ts'
import {
  cellKey,
  describeCell,
  type PlannedItem,
  type PlannedOrder,
  plannedOrders,
} from './planned-orders.ts'

const PROMPT_MOST = { IMAGE: 1_000, VIDEO: 2_000 }
const QUOTE_AFTER_MS = 350

type MakeAllDialogProps = { make: PlannedItem[]; names: Names; productId: string; onClose(): void }

/** A prompt for each item of the plan, and one button with the exact price of all of them. */
export function MakeAllDialog({ make, names, productId, onClose }: MakeAllDialogProps) {
  const words = useWords()
  const { plan, common } = words
  const [prompts, setPrompts] = useState<ReadonlyMap<string, string>>(new Map())
  const orders = plannedOrders(make, prompts, productId)
  const price = usePrice(orders)
  const sending = useOrders(orders, productId)
  const isWhole = make.every((item) => (prompts.get(cellKey(item)) ?? '').trim() !== '')
  const count = make.reduce((sum, item) => sum + item.count, 0)
  return (
    <Dialog isOpen onClose={onClose} title={plan.makeTitle(count)} text={plan.makeText}>
      <div className="grid gap-[18px]">
        {make.map((item) => (
          <Field
            key={cellKey(item)}
            label={plan.promptFor(describeCell(item, names, words))}
            help={plan.promptHelp(names.points.get(item.cepId) ?? item.cepId)}
          >
            {(ids) => (
              <textarea
                {...ids}
                className="input"
                rows={2}
                readOnly={sending.isFixed(cellKey(item))}
                maxLength={PROMPT_MOST[item.mediaType]}
                value={prompts.get(cellKey(item)) ?? ''}
                onChange={(event) => setPrompts(new Map(prompts).set(cellKey(item), event.target.value))}
              />
            )}
          </Field>
        ))}
        {price.error && <Problem error={price.error} />}
        {price.needed > price.balance && (
          <p className="text-s text-ink2">
            {words.make.notEnough(credits(price.needed), credits(price.balance))}
          </p>
        )}
        {sending.error && <Problem error={sending.error} />}
        <span role="status" className="text-s text-ink2">
          {sending.done > 0 && plan.ordered(sending.done, orders.length)}
        </span>
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          tone="primary"
          className="min-w-56 tabular-nums"
          busy={sending.isPending}
          disabled={!isWhole || !price.isKnown || price.needed > price.balance}
          onClick={sending.send}
        >
          {price.isKnown && isWhole ? plan.price(credits(price.needed)) : plan.makeAll(count)}
        </Button>
      </div>
    </Dialog>
  )
}

/** The exact price of all orders; it is asked for when typing has stopped. */
function usePrice(orders: PlannedOrder[]) {
  const mode = useMode()
  // Equal orders have one quote.
  const distinct = new Map(orders.map(({ order }) => [JSON.stringify(order), order]))
  const written = [...distinct.keys()].join()
  const isCurrent = useSettled(written, QUOTE_AFTER_MS) === written
  const quotes = useQueries({
    queries: [...distinct.values()].map((order) => ({ ...quoteQuery(mode, order), enabled: isCurrent })),
  })
  const prices = new Map([...distinct.keys()].map((key, at) => [key, quotes[at]?.data?.creditsCost]))
  const costs = orders.map(({ order }) => prices.get(JSON.stringify(order)))
  return {
    isKnown: isCurrent && orders.length > 0 && costs.every((cost) => cost !== undefined),
    needed: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    balance: quotes[0]?.data?.balance ?? Number.POSITIVE_INFINITY,
    error: quotes.find(({ error }) => error !== null)?.error ?? null,
  }
}

/**
 * Sends one order after the other. What was taken is not sent again, and an order whose answer was lost keeps
 * its name: pressing the button once more pays for the rest alone.
 */
function useOrders(orders: PlannedOrder[], productId: string) {
  const mode = useMode()
  const client = useQueryClient()
  const navigate = useNavigate()
  const names = useRef(new Map<string, string>())
  const taken = useRef(new Set<string>())
  const [done, setDone] = useState(0)
  const sending = useMutation({
    mutationFn: async () => {
      for (const { key, order } of orders) {
        if (taken.current.has(key)) continue
        const name = names.current.get(key) ?? `page-${crypto.randomUUID()}`
        names.current.set(key, name)
        try {
          await sendOrder(mode, order, name)
        } catch (error) {
          if (!isUncertain(error)) names.current.delete(key)
          throw error
        }
        taken.current.add(key)
        setDone(taken.current.size)
      }
    },
    onSuccess: () => navigate({ to: '/studio', search: { product: productId } }),
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['changes', mode] })
      client.invalidateQueries({ queryKey: ['credits', mode] })
    },
  })
  // A text that was ordered, or may have been, is not changed: it would be another order.
  const isFixed = (cell: string): boolean =>
    sending.isPending || [...names.current.keys()].some((key) => key.startsWith(`${cell} `))
  const { error, isPending } = sending
  return { error, isPending, done, isFixed, send: () => sending.mutate() }
}
