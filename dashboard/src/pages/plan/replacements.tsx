import type { CellState, Plan } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { picturesQuery } from '../../api/knowledge.ts'
import { amountIn } from '../../format/results.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import type { Names } from '../knowledge/name-recipe.ts'
import { describeParts } from './planned-orders.ts'

type Replacement = Plan['replace'][number]
type By = NonNullable<Replacement['by']>
type ReplacementsProps = {
  replace: Replacement[]
  stateOf(by: By): CellState
  names: Names
  productId: string
}

/** Which ads are about to bring less than usual, and what to make instead. */
export function Replacements({ replace, stateOf, names, productId }: ReplacementsProps) {
  const { plan: words } = useWords()
  const ids = [...new Set(replace.flatMap(({ generatedMediaId }) => generatedMediaId ?? []))]
  const pictures = useQuery(picturesQuery(useMode(), ids)).data
  if (replace.length === 0) return null
  return (
    <div className="pt-4">
      <h3 className="border-b border-line px-4 pb-2 phone:px-5">{words.replace}</h3>
      <ul className="list">
        {replace.map((one) => (
          <li
            key={`${one.platformAdId} ${one.generatedMediaId} ${one.currency} ${one.spendAtRisk}`}
            className="flex-wrap"
          >
            <Thumb picture={pictures?.get(one.generatedMediaId ?? '')} />
            <Fading one={one} />
            <Instead by={one.by} stateOf={stateOf} names={names} productId={productId} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Fading({ one: { platformAdId, fall, spendAtRisk, expectedLoss, currency } }: { one: Replacement }) {
  const { plan: words, knowledge } = useWords()
  return (
    <div className="min-w-0 grow basis-56">
      <div className="truncate font-medium">{platformAdId ?? knowledge.noName}</div>
      <div className="text-s text-ink2">{words.fall(fall)}</div>
      <div className="text-xs text-ink3 tabular-nums">
        {words.atRisk(amountIn(spendAtRisk, currency), amountIn(expectedLoss, currency))}
      </div>
    </div>
  )
}

type InsteadProps = Omit<ReplacementsProps, 'replace'> & { by: By | null }

function Instead({ by, stateOf, names, productId }: InsteadProps) {
  const all = useWords()
  const { plan: words } = all
  if (by === null) return <p className="basis-72 text-s text-ink3">{words.allTired}</p>
  const { lift } = by
  return (
    <div className="flex min-w-0 grow basis-72 items-center gap-3">
      <div className="min-w-0 grow">
        <div className="text-s">{words.instead(describeParts(by, names, all))}</div>
        <div className="line-clamp-2 text-s text-ink2">“{by.cepText}”</div>
        <div className="text-xs text-ink3">{words.reason(stateOf(by), by.reason)}</div>
        <div className="text-xs text-ink3 tabular-nums">
          {words.lift(lift.expected.toFixed(1), lift.low.toFixed(1), lift.high.toFixed(1))}
          {by.hook !== null && <>, {words.hook(by.hook)}</>}
        </div>
      </div>
      <Link
        to="/make"
        search={{
          product: productId,
          point: by.cepId,
          character: by.characterId ?? undefined,
          kind: by.mediaType === 'IMAGE' ? 'image' : 'video',
          shape: by.orientation,
        }}
        className={buttonClass({ small: true })}
        aria-label={words.makeInstead(by.cepText)}
      >
        {words.make}
      </Link>
    </div>
  )
}
