import type { Breakdown, HistoryRow } from '@atelier/contract'
import { useState } from 'react'
import { amountIn, countOf, metricName, metricValue } from '../../format/results.ts'
import { Button } from '../../parts/button.tsx'
import { PlotCard, type PlotTable } from '../../parts/plot-card.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useLanguage } from '../../words/index.ts'
import { dimensionsOf, type PartRow, partName, partsOf } from './breakdown-rows.ts'

/** More are behind a button: the first have the most spend. */
const SHOWN = 6

type Spoken = Pick<ReturnType<typeof useLanguage>, 'words' | 'language'>
type Divided = Pick<HistoryRow, 'currency'> & { breakdowns: Breakdown[] }

/** Where was it shown, and to whom? One dimension at a time, and never beside the sums that it divides. */
export function BreakdownsCard({ row, className }: { row: Divided; className?: string }) {
  const { words, language } = useLanguage()
  const { knowledge } = words
  const { breakdowns, currency } = row
  const dimensions = dimensionsOf(breakdowns)
  const [wanted, choose] = useState<string | undefined>(dimensions[0])
  const [isWhole, showWhole] = useState(false)
  const chosen = dimensions.find((one) => one === wanted) ?? dimensions[0]
  const labels = knowledge.divided
  if (!chosen) return null
  const rows = partsOf(breakdowns, chosen)
  const shown = isWhole ? rows : rows.slice(0, SHOWN)
  return (
    <PlotCard
      title={labels.title}
      help={labels.help}
      table={tableOf(rows, labels.by[chosen], { words, language, currency })}
      {...(className && { className })}
    >
      <div className="px-4 pb-3 phone:px-5 max-w-full overflow-x-auto">
        <Segmented
          label={labels.choose}
          value={chosen}
          choices={dimensions.map((value) => ({ value, label: labels.by[value] }))}
          onChoose={choose}
        />
      </div>
      <ul className="parts" aria-label={labels.by[chosen]}>
        {shown.map(({ part, share }) => (
          <Part key={part.value} part={part} share={share} currency={currency} />
        ))}
      </ul>
      <div className="judged">
        {shown.length < rows.length && (
          <Button small onClick={() => showWhole(true)}>
            {labels.all(rows.length)}
          </Button>
        )}
        <p className="text-xs text-ink3">{labels.note}</p>
      </div>
    </PlotCard>
  )
}

function Part({ part, share, currency }: PartRow & Pick<HistoryRow, 'currency'>) {
  const { words, language } = useLanguage()
  const ratios = (['ctr', 'cpa', 'roas'] as const).map(
    (metric) => `${metricName(metric)} ${metricValue(metric, part[metric], currency)}`,
  )
  return (
    <li className="part-row">
      <span className="font-medium wrap-anywhere">{partName(part, language)}</span>
      <span className="part-bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right font-medium tabular-nums">{amountIn(part.spend, currency)}</span>
      <span className="part-ratios tabular-nums">
        {[...ratios, words.knowledge.conversions(countOf(part.conversions))].map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </li>
  )
}

/** The same as numbers, with the sums that a part's ratios come from. */
function tableOf(
  rows: PartRow[],
  name: string,
  { words, language, currency }: Spoken & Pick<HistoryRow, 'currency'>,
): PlotTable {
  const { knowledge } = words
  const { impressions, clicks, conversions, revenue } = knowledge.divided.sums
  const ratios = ['ctr', 'cpa', 'roas'] as const
  return {
    columns: [name, knowledge.spend, impressions, clicks, conversions, revenue, ...ratios.map(metricName)],
    rows: rows.map(({ part }) => ({
      id: part.value,
      cells: [
        partName(part, language),
        amountIn(part.spend, currency),
        countOf(part.impressions),
        countOf(part.clicks),
        countOf(part.conversions),
        amountIn(part.revenue, currency),
        ...ratios.map((metric) => metricValue(metric, part[metric], currency)),
      ],
    })),
  }
}
