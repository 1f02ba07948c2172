import type { Media } from '@atelier/contract'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useWords } from '../../words/index.ts'
import { Stage } from '../picture/stage.tsx'

type SideProps = { medium: Media; name: string; children?: ReactNode }

/** One of the two, at the height of both, and how to make it again. */
export function Side({ medium, name, children }: SideProps) {
  const { compare, picture } = useWords()
  const now = useNow(medium.waiting ? 1_000 : 30_000)
  return (
    <section className="min-w-0" aria-label={name}>
      <Stage medium={medium} now={now} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <h2 className="letter">
          <Link to="/studio/$id" params={{ id: medium.id }} aria-label={compare.openOne(name)}>
            {name}
          </Link>
        </h2>
        {children}
        {!medium.waiting && (
          <Link
            to="/make"
            search={{ from: medium.id }}
            className={buttonClass({ small: true })}
            aria-label={compare.againOf(name)}
          >
            <RefreshCw aria-hidden="true" />
            {picture.again}
          </Link>
        )}
      </div>
    </section>
  )
}
