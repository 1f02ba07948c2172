import { credits } from '../format/numbers.ts'
import { useWords } from '../words/index.ts'
import { join } from './join-classes.ts'

type CeilingBarProps = {
  /** Null: the service does not say. */
  spent: number | null
  ceiling: number | null
  /** Warn when less is left than the cheapest job costs. */
  cheapest?: number
}

/** How much may this agent still spend today? */
export function CeilingBar({ spent, ceiling, cheapest = 0 }: CeilingBarProps) {
  const { ceiling: words } = useWords()
  if (spent === null) return <UnknownBar ceiling={ceiling} />
  if (ceiling === null) {
    return (
      <div className="ceil none tabular-nums">
        <div className="label">
          <span>
            {words.before}
            <b>{credits(spent)}</b>
            {words.today}
          </span>
          <span>{words.none}</span>
        </div>
        <div className="track-bar" />
      </div>
    )
  }
  const left = Math.max(0, ceiling - spent)
  const isNear = left < cheapest
  const share = ceiling === 0 ? 1 : Math.min(1, Math.max(0, spent / ceiling))
  return (
    <div className={join('ceil tabular-nums', isNear && 'near')} title={isNear ? words.near : undefined}>
      <div className="label">
        <span>
          {words.before}
          <b>{credits(spent)}</b>
          {words.ofToday(credits(ceiling))}
        </span>
        <span>{words.left(credits(left))}</span>
      </div>
      <div
        className="track-bar"
        role="meter"
        aria-label={words.label}
        aria-valuemin={0}
        aria-valuemax={Math.max(ceiling, 1)}
        aria-valuenow={Math.min(Math.max(spent, 0), Math.max(ceiling, 1))}
      >
        <span className="fill" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

/** What we do not know is a dash with its reason. */
function UnknownBar({ ceiling }: { ceiling: number | null }) {
  const { ceiling: words } = useWords()
  return (
    <div className="ceil none tabular-nums">
      <div className="label">
        <span title={words.unknown}>
          <b aria-hidden="true">–</b>
          <span className="sr-only">{words.unknown}</span>
          {words.today}
        </span>
        <span>{ceiling === null ? words.none : words.daily(credits(ceiling))}</span>
      </div>
      <div className="track-bar" />
    </div>
  )
}
