import type { CreditPack, Payment } from '@atelier/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { paymentsQuery } from '../../api/billing.ts'
import { money } from '../../format/money.ts'
import { credits } from '../../format/numbers.ts'
import { exactTime, when } from '../../format/time.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { Standings } from './standings.tsx'

/** Every payment, newest first, with what became of it. */
export function Receipts({ packs }: { packs: CreditPack[] }) {
  const { billing: words } = useWords()
  const pages = useInfiniteQuery(paymentsQuery)
  const payments = pages.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <section className="card" aria-labelledby="receipts">
      <div className="card-head pb-4">
        <h2 id="receipts">{words.receipts}</h2>
      </div>
      {!pages.data && (
        <div className="p-4 phone:p-5">
          {pages.error ? (
            <Problem error={pages.error} onRetry={pages.refetch} />
          ) : (
            <Waiting>
              <Skeleton className="h-24" />
            </Waiting>
          )}
        </div>
      )}
      {pages.data && payments.length === 0 && (
        <p className="px-4 pt-2 pb-5 text-s text-ink3 phone:px-5">{words.noReceipts}</p>
      )}
      <ul className="list tabular-nums">
        {payments.map((payment) => (
          <Receipt key={payment.id} payment={payment} name={nameOf(payment, packs)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="border-t border-line p-4 phone:px-5">
          <Button small busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A pack that is not sold any more has its id alone. */
const nameOf = ({ packId }: Payment, packs: CreditPack[]): string =>
  packs.find(({ id }) => id === packId)?.name ?? packId

function Receipt({ payment, name }: { payment: Payment; name: string }) {
  const { words, language } = useLanguage()
  const { billing: page } = words
  const now = useNow()
  const at = new Date(payment.createdAt)
  const { currency, refundedAmount, disputedAmount, reversedCredits, receiptUrl } = payment
  const returned = Math.min(payment.amount, refundedAmount + disputedAmount)
  return (
    <li className="max-phone:flex-wrap">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{page.credits(credits(payment.credits))}</span>
          <Standings payment={payment} />
        </div>
        <div className="text-s wrap-anywhere text-ink3">
          {name} · <time title={exactTime(at, language)}>{when(at, now, language)}</time>
          {payment.kind === 'top_up' && ` · ${page.byItself}`}
        </div>
        {reversedCredits > 0 && (
          <div className="text-s text-ink2">
            {page.returned(money(returned, currency), credits(reversedCredits))}
          </div>
        )}
      </div>
      <span className="font-medium whitespace-nowrap">{money(payment.amount, currency)}</span>
      {receiptUrl ? (
        <a
          className={buttonClass({ small: true })}
          href={receiptUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={page.receiptLabel(money(payment.amount, currency), when(at, now, language))}
        >
          <ExternalLink aria-hidden="true" />
          {page.receipt}
        </a>
      ) : (
        <span className="text-s text-ink3">{page.noReceipt}</span>
      )}
    </li>
  )
}
