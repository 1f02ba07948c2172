import type { Tier } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowUp, Columns2, Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { historyQuery } from '../../api/knowledge.ts'
import { productsQuery } from '../../api/media.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { join } from '../../parts/join-classes.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { type Shortcuts, useShortcuts } from '../../shell/shortcuts.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { DayStrip } from './day-strip.tsx'
import { Filters } from './filters.tsx'
import { tiersOf } from './tiers-of.ts'
import { type Choice, useChoice } from './use-choice.ts'
import { useWall } from './use-wall.ts'
import { Wall } from './wall.tsx'
import { filtersOf } from './wall-query.ts'

export function StudioPage() {
  const { studio, compare } = useWords()
  const mode = useMode()
  const { type, status, product, key, character, point, model, day } = useSearch({
    from: '/signed-in/studio',
  })
  const filters = useMemo(
    () => filtersOf({ type, status, product, key, character, point, model, day }),
    [type, status, product, key, character, point, model, day],
  )
  const wall = useWall(mode, filters)
  const products = useQuery(productsQuery(mode))
  const names = useMemo(() => new Map(products.data?.map(({ id, name }) => [id, name])), [products.data])
  const { hasMore, loadMore } = wall
  const onEnd = useCallback(() => {
    if (hasMore) loadMore()
  }, [hasMore, loadMore])
  const choice = useChoice(mode)
  useCompareKey(choice)
  const isFiltered = Object.values(filters).some(Boolean)
  const tiers = useTiers(mode)
  return (
    <>
      <PageHead name={studio.title} title={studio.title}>
        <DayStrip mode={mode} chosen={day} />
        <div className="beside flex gap-2">
          <Button icon={<Columns2 aria-hidden="true" />} onClick={choice.isOn ? choice.stop : choice.start}>
            {compare.start}
          </Button>
          <Link
            to="/make"
            className={join(
              buttonClass({ tone: 'primary' }),
              'make-button',
              choice.isOn && 'max-phone:hidden!',
            )}
          >
            <Plus aria-hidden="true" />
            {studio.make}
            <span className="kbd desk-only" aria-hidden="true">
              N
            </span>
          </Link>
        </div>
      </PageHead>
      <Filters filters={filters} names={names} />
      {wall.error && <Problem error={wall.error} onRetry={wall.retry} />}
      {wall.isPending && <WallSkeleton />}
      {!wall.isPending && wall.media.length === 0 && !wall.error && <Nothing isFiltered={isFiltered} />}
      {wall.media.length > 0 && (
        <Wall media={wall.media} names={names} tiers={tiers} choice={choice} onEnd={onEnd} />
      )}
      <Fresh count={wall.waiting} onShow={wall.showWaiting} />
      <ChoiceBar choice={choice} />
    </>
  )
}

/** The best known tier of each result that ran as an ad. */
function useTiers(mode: Mode): ReadonlyMap<string, Tier> {
  const rows = useQuery(historyQuery(mode, undefined)).data
  return useMemo(() => tiersOf(rows ?? []), [rows])
}

/** C compares the two that are chosen. */
function useCompareKey({ ids: [first, second] }: Choice): void {
  const navigate = useNavigate()
  const shortcuts = useMemo<Shortcuts>(() => {
    if (second === undefined) return {}
    return { c: () => navigate({ to: '/compare', search: { first, second } }) }
  }, [first, second, navigate])
  useShortcuts(shortcuts)
}

/** New results while the reader is further down: a pill, never a shift. */
function Fresh({ count, onShow }: { count: number; onShow(): void }) {
  const { studio } = useWords()
  const show = () => {
    onShow()
    scrollTo({ top: 0 })
  }
  return (
    <div role="status" className="fixed top-4 left-1/2 z-10 -translate-x-1/2">
      {count > 0 && (
        <Button tone="primary" icon={<ArrowUp aria-hidden="true" />} onClick={show}>
          {studio.newOnes(count)}
        </Button>
      )}
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { studio, keys } = useWords()
  return (
    <section className="card empty">
      <p>{isFiltered ? studio.filtered : studio.empty}</p>
      {isFiltered ? (
        <Link to="/studio" search={{}} className={buttonClass({})}>
          {studio.clear}
        </Link>
      ) : (
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/connections" className={buttonClass({})}>
            {keys.title}
          </Link>
          <Link to="/make" className={buttonClass({})}>
            {studio.make}
          </Link>
        </div>
      )}
    </section>
  )
}

const WallSkeleton = () => (
  <Waiting>
    <Skeleton className="mb-4 h-6 w-56" />
    <div className="grid grid-cols-3 gap-1.5 phone:grid-cols-6 phone:gap-3">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => (
        <Skeleton key={name} className="h-32 phone:h-48" />
      ))}
    </div>
  </Waiting>
)
