import type { OwnedMedia } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Coins, Hourglass, NotebookPen, Plug, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { billingQuery, useIsSold } from '../../api/billing.ts'
import { balanceQuery } from '../../api/credits.ts'
import type { ListedKey } from '../../api/keys.ts'
import { credits, signedCredits } from '../../format/numbers.ts'
import { dayName, duration, when } from '../../format/time.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Glyph, statusTones } from '../../parts/glyph.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWaitingNotes } from '../../shell/use-waiting-notes.ts'
import { useLanguage } from '../../words/index.ts'
import { useCheapest } from '../connections/use-cheapest.ts'
import { usePace } from '../credits/use-pace.ts'
import { windowSeconds } from '../studio/shape.ts'

const SOON_MS = 7 * 86_400_000
const SHOWN = 5
const LOW_DAYS = 3

type Item = {
  id: string
  icon: ReactNode
  tone: string
  title: string
  text: string
  action: string
  to: '/knowledge' | '/connections' | '/credits' | '/billing'
}

type AttentionProps = { keys: ListedKey[]; now: Date; className: string }

/** What only the owner can do: pay a debt, buy credits, raise a ceiling, renew a key, connect an agent. */
export function Attention({ keys, now, className }: AttentionProps) {
  const { home } = useLanguage().words
  const items = [...useDebt(), ...useLowBalance(now), ...useItems(keys, now), ...useNotes()].slice(0, SHOWN)
  return (
    <section className={`card ${className}`}>
      <div className="card-head">
        <h2>{home.waits}</h2>
      </div>
      {items.length === 0 && (
        <p className="px-4 phone:px-5 pt-2 pb-5 text-s text-ink3">{home.nothingWaits}</p>
      )}
      <ul className="list mt-1">
        {items.map((item) => (
          <li key={item.id}>
            <span className={`glyphbox ${item.tone}`}>{item.icon}</span>
            <div className="min-w-0 grow">
              <div className="font-medium wrap-anywhere">{item.title}</div>
              <div className="text-s text-ink3">{item.text}</div>
            </div>
            <Link
              to={item.to}
              search={item.to === '/knowledge' ? { tab: 'review' } : {}}
              className={buttonClass({ small: true })}
            >
              {item.action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Before everything else: live jobs are refused until it is paid. */
function useDebt(): Item[] {
  const { home, billing } = useLanguage().words
  const mode = useMode()
  const debt = useQuery(billingQuery).data?.debt ?? 0
  if (debt === 0 || mode === 'test') return []
  return [
    {
      id: 'debt',
      icon: <TriangleAlert aria-hidden="true" />,
      tone: 't-bad',
      title: billing.debt(credits(debt)),
      text: home.debtHelp,
      action: billing.packs,
      to: '/billing',
    },
  ]
}

/** Less than some days at the pace of the last week. */
function useLowBalance(now: Date): Item[] {
  const { home, billing } = useLanguage().words
  const mode = useMode()
  const newest = useQuery(balanceQuery(mode)).data
  const isBought = useIsSold() && mode === 'live'
  const pace = usePace(now)
  if (!newest || pace === null || pace === 0 || newest.balance >= LOW_DAYS * pace) return []
  return [
    {
      id: 'balance',
      icon: <Coins aria-hidden="true" />,
      tone: 't-warn',
      title: home.lowBalance(credits(newest.balance)),
      text: home.lowBalanceHelp,
      action: isBought ? billing.packs : home.seeCredits,
      to: isBought ? '/billing' : '/credits',
    },
  ]
}

/** Notes of agents count once the owner has read them. */
function useNotes(): Item[] {
  const { words } = useLanguage()
  const waiting = useWaitingNotes()
  if (waiting === 0) return []
  return [
    {
      id: 'notes',
      icon: <NotebookPen aria-hidden="true" />,
      tone: '',
      title: words.review.waiting(waiting),
      text: words.home.notesHelp,
      action: words.knowledge.tabs.review,
      to: '/knowledge',
    },
  ]
}

function useItems(keys: ListedKey[], now: Date): Item[] {
  const { words, language } = useLanguage()
  const { home } = words
  const cheapestOf = useCheapest(now)
  return keys.flatMap((key): Item[] => {
    const left = (key.dailyCreditLimit ?? Number.POSITIVE_INFINITY) - key.spentToday
    const ends = key.expiresAt === null ? null : new Date(key.expiresAt)
    const id = key.id
    if (left < cheapestOf(key))
      return [
        {
          id,
          icon: <Hourglass aria-hidden="true" />,
          tone: 't-warn',
          title: home.leftToday(key.name, credits(Math.max(0, left))),
          text: home.cheapest(credits(cheapestOf(key))),
          action: home.raise,
          to: '/connections',
        },
      ]
    if (ends && ends.getTime() - now.getTime() < SOON_MS && ends > now)
      return [
        {
          id,
          icon: <CalendarClock aria-hidden="true" />,
          tone: 't-warn',
          title: home.endsSoon(key.name, dayName(ends, now, language)),
          text: home.endsSoonHelp,
          action: home.look,
          to: '/connections',
        },
      ]
    if (key.lastUsedAt === null)
      return [
        {
          id,
          icon: <Plug aria-hidden="true" />,
          tone: '',
          title: home.neverCalled(key.name),
          text: home.neverCalledHelp,
          action: home.look,
          to: '/connections',
        },
      ]
    return []
  })
}

type RefundedProps = { news: OwnedMedia[]; keys: ListedKey[]; now: Date; className: string }

/** What failed stays in sight, with its refund. */
export function Refunded({ news, keys, now, className }: RefundedProps) {
  const { words, language } = useLanguage()
  const failed = news.filter(({ status }) => status === 'failed' || status === 'stalled')
  const sum = failed.reduce((total, one) => total + one.creditsRefunded, 0)
  return (
    <section className={`card ${className}`}>
      <div className="card-head">
        <h2>{words.home.failed}</h2>
      </div>
      {failed.length === 0 && (
        <p className="px-4 phone:px-5 pt-2 pb-5 text-s text-ink3">{words.home.noneFailed}</p>
      )}
      <ul className="list mt-1">
        {failed.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <span className={`glyphbox t-${statusTones[one.status]}`}>
              <Glyph name={one.status} />
            </span>
            <div className="min-w-0 grow">
              <Link to="/studio/$id" params={{ id: one.id }} className="font-medium hover:underline">
                {one.status === 'stalled'
                  ? words.studio.noResultIn(duration(windowSeconds(one), language))
                  : words.studio.failures[one.errorCode ?? 'provider_error']}
              </Link>
              <div className="line-clamp-2 text-s wrap-anywhere text-ink3">
                {words.home.refundedAt(
                  keys.find(({ id }) => id === one.keyId)?.name ?? words.home.byHand,
                  when(new Date(one.createdAt), now, language),
                )}
              </div>
            </div>
            <span className="font-medium whitespace-nowrap tabular-nums">
              {signedCredits(one.creditsRefunded)}
            </span>
          </li>
        ))}
      </ul>
      {sum > 0 && (
        <Link
          to="/credits"
          className="block border-t border-line px-4 py-3 text-s font-medium text-ink2 phone:px-5"
        >
          {words.home.refundedAll(credits(sum))}
        </Link>
      )}
    </section>
  )
}
