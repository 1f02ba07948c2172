import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newestQuery } from '../../api/media.ts'
import { Problem } from '../../parts/problem.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { aspectOf } from '../studio/shape.ts'
import { Side } from './side.tsx'

/** The first one is known; the files of its own job come first, then the newest of its product. */
export function ChooseOther({ medium }: { medium: Media }) {
  const { compare } = useWords()
  const { productId } = medium
  const filters = { status: 'completed' as const, ...(productId && { productId }) }
  const newest = useQuery(newestQuery(useMode(), filters))
  const others = sortOthers(newest.data?.media ?? [], medium)
  return (
    <div className="pair">
      <Side medium={medium} name={compare.first} />
      <section className="min-w-0" aria-labelledby="other">
        <h2 id="other">{compare.chooseOther}</h2>
        <p className="mb-4 text-s text-ink3">
          {newest.data && others.length === 0
            ? compare.nothingElse
            : productId !== null && compare.chooseOtherHelp}
        </p>
        {newest.error && <Problem error={newest.error} onRetry={newest.refetch} />}
        <ul className="others">
          {others.map((one) => (
            <li key={one.id} style={{ aspectRatio: String(aspectOf(one)) }}>
              <Link to="/compare" search={{ first: medium.id, second: one.id }}>
                <img src={one.thumbnailUrl ?? ''} alt={one.prompt} loading="lazy" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const jobOf = ({ id, parentId }: Media): string => parentId ?? id

function sortOthers<M extends Media>(media: M[], first: Media): M[] {
  const others = media.filter(({ id, thumbnailUrl }) => id !== first.id && thumbnailUrl !== null)
  const isSameJob = (one: Media) => jobOf(one) === jobOf(first)
  return [...others.filter(isSameJob), ...others.filter((one) => !isSameJob(one))]
}
