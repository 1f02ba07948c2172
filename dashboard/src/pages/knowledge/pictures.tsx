import type { Baseline, HistoryRow, Metric } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useState } from 'react'
import { historyQuery, patternsQuery, picturesQuery } from '../../api/knowledge.ts'
import { amountIn, countOf, metricName, metricValue, timesOf, UNKNOWN } from '../../format/results.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { EvidenceMark } from '../../parts/evidence-mark.tsx'
import { tierTones } from '../../parts/glyph.tsx'
import { PlotCard } from '../../parts/plot-card.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { TierMark } from '../../parts/tier-mark.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords, type Words } from '../../words/index.ts'
import { ClickRateDialog } from './click-rate-dialog.tsx'
import { type Interval, Intervals } from './intervals.tsx'
import { liftsOf, orderRows } from './order-rows.ts'

const nameOfRow = ({ campaignName, platformAdId }: HistoryRow, words: Words): string =>
  campaignName ?? platformAdId ?? words.knowledge.noName

/** Only ads that are counted in the same way may be compared with the usual result. */
function usualFor(row: HistoryRow, baseline: Baseline | null | undefined): number | null {
  const metric = row.observed?.metric
  if (!baseline || !metric) return null
  const isSame =
    row.objective === baseline.objective &&
    row.currency === baseline.currency &&
    row.conversionType === baseline.conversionType &&
    row.attribution === baseline.attribution
  return isSame ? baseline[metric] : null
}

/** What ran, ranked by its evidence. A claim never stands among observations. */
export function Pictures({ productId }: { productId: string | undefined }) {
  const words = useWords()
  const { knowledge } = words
  const mode = useMode()
  const history = useQuery(historyQuery(mode, productId))
  const baseline = useQuery(patternsQuery(mode, productId)).data?.baseline
  const rows = orderRows(history.data ?? [])
  const ids = [...new Set(rows.flatMap(({ generatedMediaId }) => generatedMediaId ?? []))]
  const pictures = useQuery(picturesQuery(mode, ids)).data
  const [opened, setOpened] = useState<HistoryRow | null>(null)
  if (history.isPending)
    return (
      <Waiting>
        <Skeleton className="h-80" />
      </Waiting>
    )
  if (history.error) return <Problem error={history.error} onRetry={history.refetch} />
  if (rows.length === 0)
    return (
      <section className="card empty">
        <p>{knowledge.noRowsOfOne}</p>
        <Link to="/knowledge" search={{ product: productId }} className={buttonClass({})}>
          {knowledge.title}
        </Link>
      </section>
    )
  const metric: Metric = rows[0]?.observed?.metric ?? 'roas'
  const items = rows.map((row) => ({
    ...itemOf(row, usualFor(row, baseline), words),
    lead: <Thumb picture={pictures?.get(row.generatedMediaId ?? '')} />,
    right: row.observed ? <Days row={row} onOpen={() => setOpened(row)} /> : UNKNOWN,
  }))
  const table = rows.map((row) => ({ id: row.id, cells: cellsOf(row, usualFor(row, baseline), words) }))
  const columns = [
    knowledge.ad,
    knowledge.tier,
    knowledge.evidenceColumn,
    knowledge.estimate,
    knowledge.lowerBound,
    knowledge.lift,
    knowledge.spend,
  ]
  return (
    <>
      <PlotCard title={knowledge.pictures} help={knowledge.picturesHelp} table={{ columns, rows: table }}>
        <Intervals
          items={items}
          left={knowledge.ad}
          middle={knowledge.usualMark(
            metricValue(metric, baseline?.[metric] ?? null, baseline?.currency ?? null),
          )}
          right=""
        />
      </PlotCard>
      {opened && (
        <ClickRateDialog row={opened} name={nameOfRow(opened, words)} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function Days({ row, onOpen }: { row: HistoryRow; onOpen(): void }) {
  const words = useWords()
  return (
    <Button
      small
      iconOnly
      tone="quiet"
      aria-label={words.knowledge.showDays(nameOfRow(row, words))}
      icon={<ChartLine aria-hidden="true" />}
      onClick={onOpen}
    />
  )
}

function shownValue({ observed, claimed, currency }: HistoryRow): string {
  if (observed) return metricValue(observed.metric, observed.value, currency)
  return claimed ? metricValue(claimed.metric, claimed.value, currency) : UNKNOWN
}

type Item = Omit<Interval, 'lead' | 'right'>

function itemOf(row: HistoryRow, usual: number | null, words: Words): Item {
  const { knowledge } = words
  const { id, tier, evidence, observed, claimed, currency } = row
  const metric = observed?.metric ?? claimed?.metric ?? 'roas'
  const title = nameOfRow(row, words)
  const value = `${metricName(metric)} ${shownValue(row)}`
  const worse = observed?.metric === 'cpa' ? observed.high : (observed?.low ?? null)
  return {
    id,
    title,
    text: (
      <>
        <TierMark tier={tier} />
        <EvidenceMark evidence={evidence} />
        <span>{value}</span>
        {row.conversions !== null && <span>{knowledge.conversions(countOf(row.conversions))}</span>}
      </>
    ),
    tone: tierTones[tier],
    evidence,
    ...liftsOf(row, usual),
    value: shownValue(row),
    sentence:
      usual === null || worse === null
        ? knowledge.intervalPlain(title, knowledge.tiers[tier], value)
        : knowledge.interval({
            title,
            tier: knowledge.tiers[tier],
            value,
            low: metricValue(metric, worse, currency),
            usual: metricValue(metric, usual, currency),
          }),
  }
}

function cellsOf(row: HistoryRow, usual: number | null, words: Words): string[] {
  const { knowledge } = words
  const { observed, currency } = row
  const { lift } = liftsOf(row, usual)
  const worse = observed?.metric === 'cpa' ? observed.high : observed?.low
  return [
    nameOfRow(row, words),
    knowledge.tiers[row.tier],
    knowledge.evidence[row.evidence],
    shownValue(row),
    observed ? metricValue(observed.metric, worse ?? null, currency) : UNKNOWN,
    lift === null ? UNKNOWN : timesOf(lift),
    amountIn(row.spend, currency),
  ]
}
