import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { quoteQuery } from '../../api/orders.ts'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { BuyLink } from '../billing/buy-link.tsx'
import type { Names } from '../knowledge/name-recipe.ts'
import { cellKey, describeCell, type PlannedItem, type PlannedOrder } from './planned-orders.ts'
import type { Orders } from './use-orders.ts'

const PROMPT_MOST = { IMAGE: 1_000, VIDEO: 2_000 }
const QUOTE_AFTER_MS = 350

type MakeAllDialogProps = {
  make: PlannedItem[]
  names: Names
  productId: string
  orders: Orders
  onClose(): void
}

/** A prompt for each item of the plan, and one button with the exact price of what is not ordered yet. */
export function MakeAllDialog({ make, names, productId, orders, onClose }: MakeAllDialogProps) {
  const words = useWords()
  const { plan, common } = words
  const navigate = useNavigate()
  const price = usePrice(orders.rest)
  const isWhole = make.every((item) => orders.promptOf(cellKey(item)).trim() !== '')
  const count = make.reduce((sum, item) => sum + item.count, 0)
  const { isDone } = orders
  useEffect(() => {
    if (isDone) navigate({ to: '/studio', search: { product: productId } })
  }, [isDone, navigate, productId])
  return (
    <Dialog isOpen onClose={onClose} title={plan.makeTitle(count)} text={plan.makeText}>
      <div className="grid gap-[18px]">
        {make.map((item) => (
          <Prompt key={cellKey(item)} item={item} names={names} orders={orders} />
        ))}
        {price.error && <Problem error={price.error} />}
        {price.needed > price.balance && (
          <p className="flex flex-wrap items-center gap-3 text-s text-ink2">
            {words.make.notEnough(credits(price.needed), credits(price.balance))}
            <BuyLink small />
          </p>
        )}
        {orders.error && <Problem error={orders.error} isOrder />}
        <span role="status" className="text-s text-ink2">
          {orders.taken > 0 && plan.ordered(orders.taken, orders.orders.length)}
        </span>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {orders.isPending || orders.taken > 0 ? common.close : common.cancel}
        </Button>
        <Button
          tone="primary"
          className="min-w-56 tabular-nums"
          busy={orders.isPending}
          disabled={!isWhole || !price.isKnown || price.needed > price.balance}
          onClick={orders.send}
        >
          {price.isKnown && isWhole ? plan.price(credits(price.needed)) : plan.makeAll(count)}
        </Button>
      </div>
    </Dialog>
  )
}

function Prompt({ item, names, orders }: { item: PlannedItem; names: Names; orders: Orders }) {
  const words = useWords()
  const cell = cellKey(item)
  return (
    <Field
      label={words.plan.promptFor(describeCell(item, names, words))}
      help={words.plan.promptHelp(names.points.get(item.cepId) ?? item.cepId)}
    >
      {(ids) => (
        <textarea
          {...ids}
          className="input"
          rows={2}
          readOnly={orders.isFixed(cell)}
          maxLength={PROMPT_MOST[item.mediaType]}
          value={orders.promptOf(cell)}
          onChange={(event) => orders.setPrompt(cell, event.target.value)}
        />
      )}
    </Field>
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
