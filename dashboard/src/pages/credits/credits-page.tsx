import type { Transaction } from '@atelier/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Check, Download, Link2, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { balanceQuery, loadEntries, readLedger } from '../../api/credits.ts'
import { credits, shortId } from '../../format/numbers.ts'
import { measured, when } from '../../format/time.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useTitle } from '../../parts/use-title.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { BuyLink } from '../billing/buy-link.tsx'
import { Entries } from './entries.tsx'
import { knotsOf } from './knots-of.ts'
import { Spend } from './spend.tsx'
import { usePace } from './use-pace.ts'
import { type ChainVerdict, type Walked, walkChain } from './walk-chain.ts'

const noEntries: Transaction[] = []

type Walk = { verdict: ChainVerdict; seconds: number }
const notWalked: Walked = { count: 0, lastId: null }

export function CreditsPage() {
  const { creditsPage: words } = useWords()
  const mode = useMode()
  const newest = useQuery(balanceQuery(mode))
  const [walked, setWalked] = useState(notWalked)
  const walk = useMutation({
    mutationFn: async (): Promise<Walk> => {
      setWalked(notWalked)
      const began = performance.now()
      const verdict = await walkChain(readLedger(mode), setWalked)
      return { verdict, seconds: (performance.now() - began) / 1_000 }
    },
  })
  useTitle(words.title)
  return (
    <>
      <div className="head">
        <Balance newest={newest.data} />
        <div className="flex flex-wrap gap-2">
          <BuyLink />
          <a className={buttonClass({})} href={`/api/owner/${mode}/ledger/csv`} download>
            <Download aria-hidden="true" />
            {words.csv}
          </a>
          <Button
            tone="primary"
            className="grow"
            busy={walk.isPending}
            icon={<Link2 aria-hidden="true" />}
            onClick={() => walk.mutate()}
          >
            {words.verify}
          </Button>
        </div>
      </div>
      {walk.isPending && (
        <div className="banner go" role="status">
          <span className="glyphbox t-go">
            <span className="busy" aria-hidden="true" />
          </span>
          <div className="min-w-0 grow">
            <div className="font-semibold">{words.walking}</div>
            <div className="text-s text-ink2 tabular-nums">{words.verifying(credits(walked.count))}</div>
          </div>
        </div>
      )}
      {walk.data && <Verdict {...walk.data} />}
      {walk.error && (
        <div className="mb-6">
          <Problem error={walk.error} onRetry={() => walk.mutate()} />
        </div>
      )}
      {newest.error && !newest.data && (
        <div className="mb-6">
          <Problem error={newest.error} onRetry={newest.refetch} />
        </div>
      )}
      <Spend />
      <AllEntries verdict={walk.data?.verdict} walked={walked} />
    </>
  )
}

type Newest = { balance: number; transactions: Transaction[]; nextCursor: string | null }

function Balance({ newest }: { newest: Newest | undefined }) {
  const { creditsPage: words } = useWords()
  const mode = useMode()
  const now = useNow()
  const pace = usePace(now)
  return (
    <div>
      <h1 className="sr-only">{words.title}</h1>
      <div className="eyebrow">{words.balance}</div>
      <div className="big tabular-nums">
        {newest ? credits(newest.balance) : '–'}{' '}
        <small>{mode === 'test' ? words.testUnit : words.unit}</small>
      </div>
      <p className="mt-1 text-ink2 tabular-nums">
        {pace === 0 && words.noPace}
        {newest && pace !== null && pace > 0 && words.lasts(Math.floor(newest.balance / pace), credits(pace))}
      </p>
    </div>
  )
}

function Verdict({ verdict, seconds }: Walk) {
  const { words, language } = useLanguage()
  const { creditsPage: page } = words
  const [now] = useState(() => new Date())
  if (verdict.kind === 'holds') {
    return (
      <div className="banner good" role="status">
        <span className="glyphbox t-good">
          <Check aria-hidden="true" />
        </span>
        <div className="min-w-0 grow">
          <div className="font-semibold">{page.holds}</div>
          <div className="text-s text-ink2 tabular-nums">
            {page.holdsText(credits(verdict.checked), measured(seconds))}
          </div>
        </div>
        <span className="max-phone:hidden">
          <Id id={verdict.head} label={page.hash} shown={page.head(shortId(verdict.head))} />
        </span>
      </div>
    )
  }
  const [title, text] =
    verdict.kind === 'broken'
      ? [
          page.breaks(credits(verdict.place)),
          page.breaksText(when(new Date(verdict.entry.createdAt), now, language), verdict.place - 1),
        ]
      : [page.sumWrong, page.sumWrongText(credits(verdict.sum), credits(verdict.balance))]
  return (
    <div className="banner bad items-start!" role="alert">
      <span className="glyphbox t-bad">
        <TriangleAlert aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <div className="font-semibold">{title}</div>
        <div className="text-s text-ink2 tabular-nums">{text}</div>
        {verdict.kind === 'broken' && (
          <dl className="facts mt-2">
            <dt>{page.expected}</dt>
            <dd>
              <Id id={verdict.expected} label={page.expected} whole />
            </dd>
            <dt>{page.found}</dt>
            <dd>
              <Id id={verdict.entry.txHash} label={page.found} whole />
            </dd>
            <dt>{page.entry}</dt>
            <dd>
              <Id id={verdict.entry.id} label={page.entry} whole />
            </dd>
          </dl>
        )}
      </div>
    </div>
  )
}

function AllEntries({ verdict, walked }: { verdict: ChainVerdict | undefined; walked: Walked }) {
  const { creditsPage: words } = useWords()
  const mode = useMode()
  const pages = useInfiniteQuery({
    queryKey: ['credits', mode, 'pages'],
    queryFn: ({ pageParam, signal }) => loadEntries(mode, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const fresh = useQuery(balanceQuery(mode)).data?.transactions ?? noEntries
  const { data, refetch } = pages
  // So much is new that the two lists no longer touch: what lies between would be missing.
  const isTorn = useMemo(() => {
    const known = new Set(data?.pages.flatMap(({ transactions }) => transactions.map(({ id }) => id)))
    return known.size > 0 && fresh.length > 0 && fresh.every(({ id }) => !known.has(id))
  }, [data, fresh])
  useEffect(() => {
    if (isTorn) refetch()
  }, [isTorn, refetch])
  if (pages.isPending) {
    return (
      <Waiting>
        <Skeleton className="h-96" />
      </Waiting>
    )
  }
  const older = pages.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  if (!pages.data) return <Problem error={pages.error} onRetry={pages.refetch} />
  const known = new Set(older.map(({ id }) => id))
  const entries = [...fresh.filter(({ id }) => !known.has(id)), ...older]
  if (entries.length === 0) {
    return (
      <section className="card empty">
        <p>{words.empty}</p>
      </section>
    )
  }
  return (
    <>
      <Entries entries={entries} knots={knotsOf(entries, verdict, walked)} />
      {pages.hasNextPage && (
        <Button className="mt-4" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}
