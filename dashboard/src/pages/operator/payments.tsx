import type { BillingState, ListedPayment } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { billingStateQuery, loadAllPayments } from '../../api/billing.ts'
import { money } from '../../format/money.ts'
import { credits } from '../../format/numbers.ts'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/index.ts'
import { Standings } from '../billing/standings.tsx'
import { ListCard } from './list-card.tsx'
import { PagedCard } from './paged-card.tsx'
import { useWhen } from './use-when.ts'

/** Money in and out: every payment, who owes, and which events a person has to look at. */
export function Payments() {
  const state = useQuery(billingStateQuery)
  return (
    <div className="columns items-start">
      <div className="c7 grid gap-(--gap)">
        <AllPayments />
      </div>
      <div className="c5 grid gap-(--gap)">
        {!state.data && state.error && <Problem error={state.error} onRetry={state.refetch} />}
        {state.isPending && (
          <Waiting>
            <Skeleton className="h-96" />
          </Waiting>
        )}
        {state.data && <State state={state.data} />}
      </div>
    </div>
  )
}

function AllPayments() {
  const { payments: words, users } = useWords().operator
  const { billing } = useWords()
  const write = useWhen()
  return (
    <PagedCard name={['payments']} title={words.title} none={words.none} load={loadAllPayments}>
      {(payment: ListedPayment) => (
        <>
          <div className="min-w-0 grow tabular-nums">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{money(payment.amount, payment.currency)}</span>
              <Standings payment={payment} />
            </div>
            <div className="text-s text-ink3">
              {billing.credits(credits(payment.credits))} · {write(payment.createdAt)}
              {payment.kind === 'top_up' && ` · ${billing.byItself}`}
            </div>
            {payment.reversedCredits > 0 && (
              <div className="text-s text-ink2">{words.reversed(credits(payment.reversedCredits))}</div>
            )}
          </div>
          <span className="ids">
            <Id id={payment.userId} label={users.id} />
            <Id id={payment.intentId} label={words.intent} />
          </span>
        </>
      )}
    </PagedCard>
  )
}

function State({ state: { debts, troubles, packs } }: { state: BillingState }) {
  const { payments: words, users } = useWords().operator
  const { billing } = useWords()
  const write = useWhen()
  return (
    <>
      <ListCard title={words.troubles} note={troubles.length === 0 ? words.noTrouble : words.troublesHelp}>
        {troubles.map(({ eventId, type, subject, why, receivedAt }) => (
          <li key={eventId} className="max-phone:flex-wrap">
            <div className="min-w-0 grow">
              <div className="font-medium wrap-anywhere">{why}</div>
              <div className="text-s wrap-anywhere text-ink3">
                {type} · {write(receivedAt)}
              </div>
            </div>
            <span className="ids">
              <Id id={subject} label={words.subject} />
              <Id id={eventId} label={words.event} />
            </span>
          </li>
        ))}
      </ListCard>
      <ListCard title={words.debts} note={debts.length === 0 ? words.noDebt : words.debtsHelp}>
        {debts.map(({ userId, debt }) => (
          <li key={userId}>
            <span className="grow font-medium tabular-nums">{billing.credits(credits(debt))}</span>
            <Id id={userId} label={users.id} />
          </li>
        ))}
      </ListCard>
      <ListCard title={words.packs}>
        {packs.map((pack) => (
          <li key={pack.id} className="tabular-nums">
            <span className="min-w-0 grow wrap-anywhere">
              {pack.name} · {billing.credits(credits(pack.credits))}
            </span>
            <span className="font-medium whitespace-nowrap">{money(pack.amount, pack.currency)}</span>
          </li>
        ))}
      </ListCard>
    </>
  )
}
