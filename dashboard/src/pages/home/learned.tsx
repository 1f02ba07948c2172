import type { HistoryRow, Tier } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { driftQuery, historyQuery, picturesQuery } from '../../api/knowledge.ts'
import { Thumb } from '../../parts/thumb.tsx'
import { TierMark } from '../../parts/tier-mark.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { countVerdicts } from './count-verdicts.ts'

/** What an owner acts on: more of what wins, an end for what is tired. */
const TOLD: Tier[] = ['winner', 'fatigued', 'loser']
const SHOWN = 2

/** One of each tier before a second of the same. */
function pickTold(rows: HistoryRow[]): HistoryRow[] {
  const told = rows.filter(({ supersededBy, observed }) => supersededBy === null && observed !== null)
  const firsts = TOLD.flatMap((tier) => told.find((row) => row.tier === tier) ?? [])
  return firsts.slice(0, SHOWN)
}

export function useLearned() {
  const mode = useMode()
  const history = useQuery(historyQuery(mode, undefined))
  const drift = useQuery(driftQuery(mode, undefined))
  const rows = pickTold(history.data ?? [])
  const verdicts = countVerdicts(drift.data?.drift ?? [])
  const isEmpty = rows.length === 0 && verdicts.checked === 0
  return { rows, verdicts, isEmpty, isPending: history.isPending || drift.isPending }
}

/** What the results say now. It is not there before the first result. */
export function Learned({ rows, verdicts }: Pick<ReturnType<typeof useLearned>, 'rows' | 'verdicts'>) {
  const { home, knowledge } = useWords()
  const ids = rows.flatMap(({ generatedMediaId }) => generatedMediaId ?? [])
  const pictures = useQuery(picturesQuery(useMode(), ids)).data
  return (
    <section className="card c3">
      <div className="card-head">
        <h2>{home.learned}</h2>
      </div>
      <ul className="list mt-1">
        {rows.map((row) => (
          <li key={row.id}>
            <Thumb picture={pictures?.get(row.generatedMediaId ?? '')} />
            <div className="min-w-0 grow">
              <div className="truncate font-medium">
                {row.campaignName ?? row.platformAdId ?? knowledge.noName}
              </div>
              <div className="text-s">
                <TierMark tier={row.tier} />
              </div>
            </div>
          </li>
        ))}
        {verdicts.checked > 0 && (
          <li>
            <span className="glyphbox">
              <Scale strokeWidth={1.6} aria-hidden="true" />
            </span>
            <div className="min-w-0 grow">
              <Link to="/knowledge" search={{ tab: 'claims' }} className="font-medium hover:underline">
                {home.claimsChecked(verdicts.checked)}
              </Link>
              <div className="text-s text-ink3">
                {home.claimsWrong(verdicts.overstated, verdicts.understated)}
              </div>
            </div>
          </li>
        )}
      </ul>
    </section>
  )
}
