import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { useWall } from '../studio/use-wall.ts'
import { Wall } from '../studio/wall.tsx'

const noNames: ReadonlyMap<string, string> = new Map()

/** Everything that was made for a product, as on the page Studio. */
export function Library({ productId }: { productId: string }) {
  const { products: words, studio } = useWords()
  const filters = useMemo(() => ({ productId }), [productId])
  const wall = useWall(useMode(), filters)
  const { hasMore, loadMore } = wall
  const onEnd = useCallback(() => {
    if (hasMore) loadMore()
  }, [hasMore, loadMore])
  if (wall.isPending)
    return (
      <Waiting>
        <Skeleton className="h-56" />
      </Waiting>
    )
  return (
    <>
      {wall.error && <Problem error={wall.error} onRetry={wall.retry} />}
      {wall.media.length === 0 && !wall.error && (
        <section className="card empty">
          <p>{words.libraryEmpty}</p>
          <Link to="/make" search={{ product: productId }} className={buttonClass({})}>
            <Plus aria-hidden="true" />
            {studio.make}
          </Link>
        </section>
      )}
      {wall.media.length > 0 && <Wall media={wall.media} names={noNames} onEnd={onEnd} />}
    </>
  )
}
