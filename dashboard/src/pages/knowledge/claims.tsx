import type { DriftItem, Metric } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { driftQuery, picturesQuery } from '../../api/knowledge.ts'
import { metricName, metricValue, signedPercent } from '../../format/results.ts'
import { Chip } from '../../parts/chip.tsx'
import { EvidenceGlyph } from '../../parts/evidence-mark.tsx'
import { PlotCard } from '../../parts/plot-card.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords, type Words } from '../../words/index.ts'
import { type Dumbbell, Dumbbells } from './dumbbells.tsx'
import { verdictTones } from './verdict-tones.ts'

const metrics: Metric[] = ['roas', 'cpa', 'ctr']

type ClaimsProps = {
  productId: string | undefined
  most?: number
  className?: string
  children?: ReactNode
}

/** Did it do what the agent said? One axis for each metric. */
export function Claims({ productId, most, className, children }: ClaimsProps) {
  const words = useWords()
  const { knowledge } = words
  const mode = useMode()
  const drift = useQuery(driftQuery(mode, productId))
  const items = (drift.data?.drift ?? []).slice(0, most)
  const ids = [...new Set(items.flatMap(({ subject }) => subject.generatedMediaId ?? []))]
  const pictures = useQuery(picturesQuery(mode, ids)).data
  if (drift.isPending)
    return (
      <div className={className}>
        <Waiting>
          <Skeleton className="h-80" />
        </Waiting>
      </div>
    )
  if (drift.error)
    return (
      <div className={className}>
        <Problem error={drift.error} onRetry={drift.refetch} />
      </div>
    )
  const rowsOf = (metric: Metric): Dumbbell[] =>
    items.flatMap((item, at) =>
      item.metric === metric
        ? [
            {
              id: `${at} ${item.claimedAt}`,
              item,
              lead: <Lead item={item} thumb={<Thumb picture={pictures?.get(mediaOf(item))} />} />,
              right: <Judged item={item} />,
              sentence: sentenceOf(item, words),
            },
          ]
        : [],
    )
  const table = items.map((item, at) => ({
    id: `${at} ${item.claimedAt}`,
    cells: [
      nameOf(item, words),
      `${metricName(item.metric)} ${metricValue(item.metric, item.claimed)}`,
      metricValue(item.metric, item.observed),
      knowledge.verdicts[item.verdict],
    ],
  }))
  const columns = [knowledge.ad, knowledge.claimedMark, knowledge.observedMark, knowledge.verdict]
  return (
    <PlotCard
      title={knowledge.claims}
      help={<Legend />}
      table={{ columns, rows: table }}
      {...(className && { className })}
    >
      {items.length === 0 && (
        <p className="px-4 pt-1 pb-5 text-s text-ink3 phone:px-5">{knowledge.noClaims}</p>
      )}
      {metrics.map((metric) => {
        const rows = rowsOf(metric)
        return rows.length === 0 ? null : (
          <Dumbbells key={metric} metric={metric} rows={rows} left={knowledge.ad} right={knowledge.verdict} />
        )
      })}
      {items.length > 0 && children}
    </PlotCard>
  )
}

const mediaOf = ({ subject }: DriftItem): string => subject.generatedMediaId ?? ''

const nameOf = ({ subject }: DriftItem, words: Words): string =>
  subject.campaignName ?? subject.platformAdId ?? words.knowledge.noName

function sentenceOf(item: DriftItem, words: Words): string {
  const { knowledge } = words
  const observed =
    item.observed === null ? knowledge.nothingObserved : metricValue(item.metric, item.observed)
  return knowledge.claimSentence(
    nameOf(item, words),
    `${metricName(item.metric)} ${metricValue(item.metric, item.claimed)}`,
    observed,
    knowledge.verdicts[item.verdict],
  )
}

const Legend = () => {
  const { knowledge } = useWords()
  return (
    <span className="flex flex-wrap gap-3.5">
      <span className="mark font-normal!">
        <EvidenceGlyph evidence="claimed" />
        {knowledge.claimedMark}
      </span>
      <span className="mark font-normal!">
        <EvidenceGlyph evidence="observed" />
        {knowledge.observedMark}
      </span>
    </span>
  )
}

function Lead({ item, thumb }: { item: DriftItem; thumb: ReactNode }) {
  const words = useWords()
  return (
    <div className="flex min-w-0 items-center gap-3">
      {thumb}
      <div className="min-w-0">
        <div className="truncate font-medium">{nameOf(item, words)}</div>
        <div className="truncate text-xs text-ink3">{words.knowledge.saidBy(item.subject.source)}</div>
      </div>
    </div>
  )
}

/** The verdict is always a word; a percent stands below it only when there is one. */
function Judged({ item: { verdict, driftPct } }: { item: DriftItem }) {
  const { knowledge } = useWords()
  return (
    <>
      <Chip tone={verdictTones[verdict]}>{knowledge.verdicts[verdict]}</Chip>
      <div className="mt-1">
        {driftPct === null ? knowledge.verdictHelp[verdict] : signedPercent(driftPct)}
      </div>
    </>
  )
}
