import { type ReactNode, useId } from 'react'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'

/** How reading the rows goes. */
type Reading = { isPending: boolean; error: Error | null; refetch(): unknown }

type ListCardProps = {
  title: string
  /** What stands to the right of the title. */
  aside?: ReactNode
  /** A sentence above the rows, or in place of them. */
  note?: string | false | undefined
  reading?: Reading
  children?: ReactNode
  below?: ReactNode
}

export function ListCard({ title, aside, note, reading, children, below }: ListCardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head pb-1">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {reading?.isPending && (
        <div className="px-4 pt-3 pb-5 phone:px-5">
          <Waiting>
            <Skeleton className="h-16" />
          </Waiting>
        </div>
      )}
      {reading?.error && (
        <div className="px-4 pt-3 pb-5 phone:px-5">
          <Problem error={reading.error} onRetry={reading.refetch} />
        </div>
      )}
      {note && <p className="px-4 pt-2 pb-5 text-s text-ink3 phone:px-5">{note}</p>}
      <ul className="list">{children}</ul>
      {below && <div className="px-4 pb-4 phone:px-5">{below}</div>}
    </section>
  )
}
