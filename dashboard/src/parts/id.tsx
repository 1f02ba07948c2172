import { Check, Copy } from 'lucide-react'
import { shortId } from '../format/numbers.ts'
import { useWords } from '../words/index.ts'
import { join } from './join-classes.ts'
import { useCopied } from './use-copied.ts'

type IdProps = {
  id: string
  label: string
  whole?: boolean
  /** Even shorter than with its middle cut. */
  shown?: string
}

/** An id or a hash: the middle cut in lists, whole in detail; copies on click. */
export function Id({ id, label, whole = false, shown = whole ? id : shortId(id) }: IdProps) {
  const { common } = useWords()
  const { isCopied, copy } = useCopied(id)
  return (
    <>
      <button
        type="button"
        className={join('id', !whole && 'cut')}
        onClick={copy}
        title={id}
        aria-label={`${shown}, ${label}: ${common.copy}`}
      >
        {shown}
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </button>
      <span className="sr-only" role="status">
        {isCopied && common.copied}
      </span>
    </>
  )
}
