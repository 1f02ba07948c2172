import type { Media, OwnedMedia } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsSold } from '../../api/billing.ts'
import { balanceQuery } from '../../api/credits.ts'
import { keysQuery, type ListedKey } from '../../api/keys.ts'
import { newsQuery } from '../../api/media.ts'
import { credits } from '../../format/numbers.ts'
import { nextReset, roughlyAgo, when } from '../../format/time.ts'
import { buttonClass } from '../../parts/button.tsx'
import { CeilingBar } from '../../parts/ceiling-bar.tsx'
import { Lamp, lampOf } from '../../parts/lamp.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords, type Words } from '../../words/index.ts'
import { useCheapest } from '../connections/use-cheapest.ts'
import { Attention, Refunded } from './home-cards.tsx'
import { Axis, type Span, Track } from './lane.tsx'
import { markSeen, newsSince } from './last-visit.ts'
import { Learned, useLearned } from './learned.tsx'

/** Seen means: it was on screen this long. */
const SEEN_AFTER_MS = 2_000

export function HomePage() {
  const { words } = useLanguage()
  const mode = useMode()
  const now = useNow()
  const [{ since, isKnown }] = useState(() => newsSince(new Date()))
  const newest = useQuery(newsQuery(mode, since))
  const keys = useQuery(keysQuery)
  useEffect(() => {
    if (!newest.data) return
    const timer = setTimeout(() => markSeen(new Date()), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [newest.data])
  const news = newest.data?.media ?? []
  const own = (keys.data ?? []).filter((key) => key.mode === mode && key.revokedAt === null)
  if (newest.isPending || keys.isPending) {
    return (
      <Waiting>
        <Skeleton className="mb-6 h-24 max-w-xl" />
        <Skeleton className="h-72" />
      </Waiting>
    )
  }
  const failed = [newest, keys].find(({ error, data }) => error && !data)
  // What is not known is not told: "nothing happened" would be wrong.
  if (failed)
    return (
      <>
        <PageHead name={words.nav.home} title={words.nav.home} />
        <Problem error={failed.error} onRetry={failed.refetch} />
      </>
    )
  if (own.length === 0 && news.length === 0) return <NewAccount />
  return (
    <>
      <Head news={news} keys={own} span={{ since, now }} isKnown={isKnown} />
      {newest.data?.isWhole === false && (
        <p className="mb-4 text-s text-ink3">{words.home.onlyNewest(credits(news.length))}</p>
      )}
      <Lanes keys={own} news={news} span={{ since, now }} />
      <Cards keys={own} news={news} now={now} />
    </>
  )
}

/** What waits, what failed, and what was learned, once there is something. */
function Cards({ keys, news, now }: { keys: ListedKey[]; news: OwnedMedia[]; now: Date }) {
  const learned = useLearned()
  const isWide = learned.isEmpty
  // The cards stand where they stay: they are drawn once their number is known.
  if (learned.isPending)
    return (
      <Waiting>
        <Skeleton className="mt-6 h-56" />
      </Waiting>
    )
  return (
    <div className="columns mt-6">
      <Attention keys={keys} now={now} className={isWide ? 'c7' : 'c5'} />
      <Refunded news={news} keys={keys} now={now} className={isWide ? 'c5' : 'c4'} />
      {!isWide && <Learned {...learned} />}
    </div>
  )
}

type HeadProps = { news: Media[]; keys: ListedKey[]; span: Span; isKnown: boolean }

/** The sentence first; the lanes below prove it. */
function Head({ news, keys, span: { since, now }, isKnown }: HeadProps) {
  const { words, language } = useLanguage()
  const { home, nav } = words
  const time = when(since, now, language)
  const cheapestOf = useCheapest(now)
  const done = news.filter(({ status }) => status === 'completed')
  const pictures = done.filter(({ mediaType }) => mediaType === 'IMAGE').length
  const title = news.length === 0 ? home.quiet(time) : home.arrived(pictures, done.length - pictures)
  return (
    <PageHead
      name={nav.home}
      eyebrow={isKnown ? home.since(time) : home.sinceDay}
      title={title}
      lede={ledeOf(news, keys, { words, cheapestOf })}
    >
      <Link to="/studio" className={`${buttonClass({})} max-phone:hidden!`}>
        {home.openStudio}
      </Link>
      <Link to="/make" className={`${buttonClass({ tone: 'primary' })} max-phone:hidden!`}>
        <Plus aria-hidden="true" />
        {words.studio.make}
      </Link>
    </PageHead>
  )
}

type Given = { words: Words; cheapestOf(key: ListedKey): number }

/** Spent is charges minus refunds, everywhere. */
function ledeOf(news: Media[], keys: ListedKey[], { words, cheapestOf }: Given): string {
  const { home, common } = words
  const jobs = news.filter(({ parentId }) => !parentId)
  const refunded = jobs.reduce((sum, one) => sum + one.creditsRefunded, 0)
  const spent = jobs.reduce((sum, one) => sum + one.creditsCost, 0) - refunded
  if (jobs.length === 0) return home.keysFine
  const open = home.inProgress(jobs.filter(({ waiting }) => waiting).length)
  const money = refunded > 0 ? home.spent(credits(spent), credits(refunded)) : home.spentOnly(credits(spent))
  const limited = keys.filter(({ dailyCreditLimit }) => dailyCreditLimit !== null)
  const isUnder = limited.every((key) => (key.dailyCreditLimit ?? 0) - key.spentToday >= cheapestOf(key))
  return common.sentences(money, open, limited.length > 0 && isUnder && home.under)
}

/** One lane for each key: told apart by place and name, never by colour. */
function Lanes({ keys, news, span }: { keys: ListedKey[]; news: OwnedMedia[]; span: Span }) {
  const { words, language } = useLanguage()
  const { home } = words
  const byHand = news.filter(({ keyId }) => keyId === null)
  return (
    <section className="card lanes" aria-labelledby="lanes">
      <h2 id="lanes" className="sr-only">
        {home.lanes}
      </h2>
      <Axis span={span} left={home.key} right={home.resets(nextReset(span.now, language))} />
      <ul>
        {keys.map((key) => (
          <KeyLane key={key.id} shown={key} news={news.filter(({ keyId }) => keyId === key.id)} span={span} />
        ))}
        {byHand.length > 0 && (
          <li className="lane">
            <div className="min-w-0">
              <div className="truncate font-semibold">{home.byHand}</div>
              <div className="truncate text-xs text-ink3">{home.byHandHelp}</div>
            </div>
            <Track media={byHand} span={span} keyId="none" />
          </li>
        )}
      </ul>
    </section>
  )
}

function KeyLane({ shown, news, span }: { shown: ListedKey; news: Media[]; span: Span }) {
  const cheapest = useCheapest(span.now)(shown)
  const { words, language } = useLanguage()
  const { lastUsedAt } = shown
  return (
    <li className="lane">
      <div className="flex min-w-0 items-center gap-3">
        <Lamp state={lampOf(lastUsedAt, span.now)} />
        <div className="min-w-0">
          <div className="truncate font-semibold">{shown.name}</div>
          <div className="truncate text-xs text-ink3">
            {lastUsedAt
              ? words.keys.called(roughlyAgo(new Date(lastUsedAt), span.now, language))
              : words.keys.neverCalled}
          </div>
        </div>
      </div>
      <Track media={news} span={span} keyId={shown.id} />
      <CeilingBar spent={shown.spentToday} ceiling={shown.dailyCreditLimit} cheapest={cheapest} />
    </li>
  )
}

/** A new account has no credits until they are granted or bought; the test mode has its own. */
function NewAccount() {
  const { keys, nav, home, billing } = useWords()
  const mode = useMode()
  const balance = useQuery(balanceQuery(mode)).data?.balance
  const isSold = useIsSold()
  return (
    <>
      <PageHead name={nav.home} title={nav.home} />
      <section className="card empty">
        <p>{keys.empty}</p>
        <Link to="/connections" className={buttonClass({ tone: 'primary' })}>
          <Plus aria-hidden="true" />
          {keys.new}
        </Link>
        {mode === 'live' && balance === 0 && (
          <p className="text-s text-ink3">
            {isSold ? home.noCreditsYet : home.noCredits}{' '}
            {isSold && (
              <>
                <Link to="/billing" className="link">
                  {billing.packs}
                </Link>
                {' · '}
              </>
            )}
            <Link to="/" search={{ mode: 'test' }} className="link">
              {home.tryTest}
            </Link>
          </p>
        )}
      </section>
    </>
  )
}
