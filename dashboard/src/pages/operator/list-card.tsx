import { type ReactNode, useId } from 'react'

type ListCardProps = {
  title: string
  /** What stands to the right of the title. */
  aside?: ReactNode
  /** A sentence above the rows, or in place of them. */
  note?: string | false | undefined
  children?: ReactNode
  below?: ReactNode
}

export function ListCard({ title, aside, note, children, below }: ListCardProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head pb-1">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {note && <p className="px-4 pt-2 pb-5 text-s text-ink3 phone:px-5">{note}</p>}
      <ul className="list">{children}</ul>
      {below && <div className="px-4 pb-4 phone:px-5">{below}</div>}
    </section>
  )
}
