import type { HistoryRow } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { resultDaysQuery } from '../../api/knowledge.ts'
import { countOf, metricName, metricValue, signedPercent } from '../../format/results.ts'
import { Chip } from '../../parts/chip.tsx'
import { EvidenceGlyph } from '../../parts/evidence-mark.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { ClickRateLine } from '../knowledge/click-rate-line.tsx'
import { clickRates } from '../knowledge/click-rates.ts'
import { verdictTones } from '../knowledge/verdict-tones.ts'

/** Is it tired, and did it do what the agent said? Only for a result that ran as an ad. */
export function ItsDays({ row }: { row: HistoryRow }) {
  const { picture, knowledge } = useWords()
  const days = useQuery(resultDaysQuery(useMode(), row.id))
  const rates = clickRates(days.data ?? [])
  return (
    <section className="card c7 flex flex-col">
      <div className="card-head mb-2">
        <h2>{picture.days}</h2>
        <p className="max-phone:hidden">{picture.daysHelp(countOf(row.impressions))}</p>
      </div>
      {days.error && <Problem error={days.error} onRetry={days.refetch} />}
      {days.data && rates.points.length === 0 && (
        <p className="px-4 pb-4 text-s text-ink3 phone:px-5">{knowledge.noDays}</p>
      )}
      {rates.points.length > 0 && <ClickRateLine rates={rates} />}
      <Judged row={row} />
    </section>
  )
}

/** What was said and what was seen, with the verdict as a word. */
function Judged({ row: { claimed, observed, drift, currency } }: { row: HistoryRow }) {
  const { knowledge } = useWords()
  if (!claimed && !observed) return null
  return (
    <div className="judged">
      {claimed && (
        <span className="mark tabular-nums">
          <EvidenceGlyph evidence="claimed" />
          {knowledge.evidence.claimed} {metricName(claimed.metric)}{' '}
          {metricValue(claimed.metric, claimed.value, currency)}
        </span>
      )}
      {observed && (
        <span className="mark tabular-nums">
          <EvidenceGlyph evidence="observed" />
          {knowledge.evidence.observed} {metricName(observed.metric)}{' '}
          {metricValue(observed.metric, observed.value, currency)}
        </span>
      )}
      {drift && (
        <span className="ml-auto">
          <Chip tone={verdictTones[drift.verdict]}>
            {knowledge.verdicts[drift.verdict]}
            {drift.driftPct !== null && ` ${signedPercent(drift.driftPct)}`}
          </Chip>
        </span>
      )}
    </div>
  )
}
