import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { billingQuery, findPaymentOf, paymentsQuery } from '../../api/billing.ts'
import { money } from '../../format/money.ts'
import { credits } from '../../format/numbers.ts'
import { join } from '../../parts/join-classes.ts'
import { useWords } from '../../words/index.ts'

const LOOK_MS = 1_000
/** The worker asks Stripe by itself after five minutes. */
const LATE_MS = 30_000

/** Back from the page of Stripe: waits until the payment is here, and says so. */
export function Arrival({ checkoutId }: { checkoutId: string }) {
  const { billing: words } = useWords()
  const client = useQueryClient()
  const [isLate, setLate] = useState(false)
  const { data: payment } = useQuery({
    queryKey: ['payments', 'of', checkoutId],
    queryFn: ({ signal }) => findPaymentOf(checkoutId, signal),
    refetchInterval: ({ state }) => (state.data ? false : LOOK_MS * (isLate ? 10 : 1)),
  })
  const isHere = Boolean(payment)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isHere) return
    for (const { queryKey } of [billingQuery, paymentsQuery])
      client.invalidateQueries({ queryKey, exact: true })
    client.invalidateQueries({ queryKey: ['credits', 'live'] })
  }, [isHere, client])
  const [title, text] = payment
    ? [words.arrived(credits(payment.credits)), words.arrivedText(money(payment.amount, payment.currency))]
    : [words.arriving, isLate ? words.arrivingLate : words.arrivingText]
  return (
    <div className={join('banner', payment ? 'good' : 'go')} role="status">
      <span className={join('glyphbox', payment ? 't-good' : 't-go')}>
        {payment ? <Check aria-hidden="true" /> : <span className="busy" aria-hidden="true" />}
      </span>
      <div className="min-w-0 grow">
        <div className="font-semibold tabular-nums">{title}</div>
        <div className="text-s text-ink2">{text}</div>
      </div>
    </div>
  )
}
