import type { ReactNode } from 'react'
import { isFinal } from '../api/call.ts'
import { useWords } from '../words/index.ts'
import { Problem } from './problem.tsx'
import { useTitle } from './use-title.ts'

type NotThereProps = {
  /** What the address names: a product, a result. */
  kind: string
  /** Null where a list was read and it is not among them. */
  error: unknown
  onRetry(): unknown
  /** The way to others of its kind. */
  children: ReactNode
}

/** In place of what the address of a page names: it does not exist, or could not be read just now. */
export function NotThere({ kind, error, onRetry, children }: NotThereProps) {
  const { common, refusals } = useWords()
  const isGone = error === null || isFinal(error)
  const title = isGone ? common.notThere(kind) : kind
  useTitle(title)
  if (!isGone)
    return (
      <>
        <h1 className="mb-4">{title}</h1>
        <Problem error={error} onRetry={onRetry} />
      </>
    )
  // An address that cannot name anything is told like one that names nothing.
  const tell = refusals.byCode[isFinal(error) && error.code === 'erased' ? 'erased' : 'not_found']
  return (
    <section className="card empty" role="alert">
      <h1 className="text-xl!">{title}</h1>
      <p>{tell?.({}, '')}</p>
      {children}
    </section>
  )
}
