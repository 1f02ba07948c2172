import { CircleAlert } from 'lucide-react'
import { explain } from '../api/explain.ts'
import { useWords } from '../words/index.ts'
import { Button } from './button.tsx'

type ProblemProps = { error: unknown; onRetry?: () => unknown }

/** What went wrong, where it happened, and what happened to the credits. */
export function Problem({ error, onRetry }: ProblemProps) {
  const words = useWords()
  return (
    <div className="note" role="alert">
      <CircleAlert aria-hidden="true" />
      <span className="grow">{explain(error, words)}</span>
      {onRetry && (
        <Button small onClick={() => onRetry()}>
          {words.common.tryAgain}
        </Button>
      )}
    </div>
  )
}
