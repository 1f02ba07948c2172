import { CircleAlert } from 'lucide-react'
import { AnswerLost, isFinal } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { clockSeconds } from '../format/time.ts'
import { useLanguage } from '../words/index.ts'
import { Button } from './button.tsx'
import { useRetry } from './use-retry.ts'

type ProblemProps = {
  error: unknown
  /** Reads again and is called by itself, too, unless it is an order: a person alone repeats a write. */
  onRetry?: () => unknown
  /** What was sent keeps its name, so that sending it again never pays twice. */
  isOrder?: boolean
}

/** What went wrong, where it happened, what happened to the credits, and when it is tried again. */
export function Problem({ error, onRetry, isOrder = false }: ProblemProps) {
  const { words, language } = useLanguage()
  const { common } = words
  const retriedAt = useRetry(error, isOrder ? undefined : onRetry)
  const told = isOrder && error instanceof AnswerLost ? words.refusals.unknownCharge : explain(error, words)
  return (
    <div className="note" role="alert">
      <CircleAlert aria-hidden="true" />
      <span className="grow">
        {common.sentences(
          told,
          retriedAt !== undefined && common.retriedAt(clockSeconds(retriedAt, language)),
        )}
      </span>
      {onRetry && !isFinal(error) && (
        <Button small onClick={() => onRetry()}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  )
}
