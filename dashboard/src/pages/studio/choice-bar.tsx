import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../parts/button.tsx'
import { useWords } from '../../words/index.ts'
import type { Choice } from './use-choice.ts'

/** How many are chosen, and the way to the comparison. */
export function ChoiceBar({ choice: { isOn, ids, stop } }: { choice: Choice }) {
  const { compare, common } = useWords()
  const [first, second] = ids
  return (
    <div className={isOn ? 'choice-bar' : 'sr-only'}>
      <span role="status" className="grow tabular-nums">
        {isOn && compare.chosen(ids.length)}
      </span>
      {isOn && (
        <Button small tone="quiet" onClick={stop}>
          {common.cancel}
        </Button>
      )}
      {second !== undefined && (
        <Link
          to="/compare"
          search={{ first, second }}
          className={buttonClass({ tone: 'primary', small: true })}
        >
          {compare.open}
        </Link>
      )}
    </div>
  )
}
