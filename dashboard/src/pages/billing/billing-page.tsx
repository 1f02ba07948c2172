import type { Billing } from '@atelier/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { billingQuery, paymentsQuery } from '../../api/billing.ts'
import { credits } from '../../format/numbers.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWords } from '../../words/index.ts'
import { Arrival } from './arrival.tsx'
import { LowBalance } from './low-balance.tsx'
import { Packs } from './packs.tsx'
import { Receipts } from './receipts.tsx'
import { standingsOf } from './standing-of.ts'
import { TopUp } from './top-up.tsx'

/** A debt and a balance change without the reader. */
const LOOK_MS = 15_000

/** Buys credits, and shows what was paid, what was returned and what is owed. */
export function BillingPage() {
  const { billing: words } = useWords()
  const { paid } = useSearch({ from: '/signed-in/billing' })
  const { data, error, refetch } = useQuery({ ...billingQuery, refetchInterval: LOOK_MS })
  useTitle(words.title)
  // Where nothing is sold there is nothing at this address.
  if (data === null) return <Navigate to="/" replace />
  return (
    <>
      <div className="head">
        <div>
          <h1 className="sr-only">{words.title}</h1>
          <div className="eyebrow">{words.balance}</div>
          <div className="big tabular-nums">
            {data ? credits(data.balance) : '–'} <small>{words.unit}</small>
          </div>
          <p className="mt-1 text-ink2">{words.lede}</p>
        </div>
      </div>
      {paid && <Arrival checkoutId={paid} />}
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {!error && !data && (
        <Waiting>
          <Skeleton className="h-96" />
        </Waiting>
      )}
      {data && <Parts billing={data} />}
    </>
  )
}

function Parts({ billing }: { billing: Billing }) {
  const { billing: words } = useWords()
  const payments = useInfiniteQuery(paymentsQuery).data?.pages.flatMap((page) => page.payments) ?? []
  const isDisputed = payments.some((payment) => standingsOf(payment).includes('disputed'))
  return (
    <>
      {billing.debt > 0 && (
        <Warning title={words.debt(credits(billing.debt))} text={words.debtText} role="alert" />
      )}
      {isDisputed && <Warning title={words.dispute} text={words.disputeText} />}
      {!billing.live && <p className="mb-6 text-s text-ink2">{words.testCards}</p>}
      <div className="columns mb-6 items-start">
        <div className="c7 grid gap-(--gap)">
          <Packs billing={billing} />
          <LowBalance billing={billing} />
        </div>
        <div className="c5 grid gap-(--gap)">
          <TopUp billing={billing} />
        </div>
      </div>
      <Receipts packs={billing.packs} />
    </>
  )
}

type WarningProps = { title: string; text: string; role?: 'alert' }

const Warning = ({ title, text, role }: WarningProps) => (
  <div className="banner bad items-start!" role={role}>
    <span className="glyphbox t-bad">
      <TriangleAlert aria-hidden="true" />
    </span>
    <div className="min-w-0 grow">
      <div className="font-semibold tabular-nums">{title}</div>
      <div className="text-s text-ink2">{text}</div>
    </div>
  </div>
)
