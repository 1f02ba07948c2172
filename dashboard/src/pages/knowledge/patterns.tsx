import type { Baseline, Metric, Pattern } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { patternsQuery } from '../../api/knowledge.ts'
import { countOf, liftOf, metricName, metricValue, timesOf, UNKNOWN } from '../../format/results.ts'
import { shortDay } from '../../format/time.ts'
import { tierTones } from '../../parts/glyph.tsx'
import { PlotCard } from '../../parts/plot-card.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { TierMark } from '../../parts/tier-mark.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords, type Words } from '../../words/index.ts'
import { type Interval, Intervals } from './intervals.tsx'
import { nameRecipe } from './name-recipe.ts'
import { useNames } from './use-names.ts'

const percent = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

type PatternsProps = {
  productId: string | undefined
  /** Only the first ones. */
  most?: number
  className?: string
  children?: ReactNode
}

/** Ingredients that win, in the order of the service: evidence first, then score. */
export function Patterns({ productId, most, className, children }: PatternsProps) {
  const { knowledge: words } = useWords()
  const patterns = useQuery(patternsQuery(useMode(), productId))
  const all = patterns.data?.patterns ?? []
  const shown = most === undefined ? all : all.slice(0, most)
  const rows = useRows(shown, productId, patterns.data?.baseline)
  const [first] = shown
  if (patterns.isPending)
    return (
      <div className={className}>
        <Waiting>
          <Skeleton className="h-80" />
        </Waiting>
      </div>
    )
  if (patterns.error)
    return (
      <div className={className}>
        <Problem error={patterns.error} onRetry={patterns.refetch} />
      </div>
    )
  const usual = first ? metricValue(first.metric, first.baseline, first.currency) : UNKNOWN
  const columns = [
    words.share,
    words.tier,
    words.estimate,
    words.lowerBound,
    words.usualColumn,
    words.lift,
    words.chance,
    words.score,
  ]
  return (
    <PlotCard
      title={words.works}
      help={words.worksHelp}
      table={{ columns, rows: rows.map(({ id, cells }) => ({ id, cells })) }}
      {...(className && { className })}
    >
      {shown.length === 0 && <p className="px-4 pt-1 pb-5 text-s text-ink3 phone:px-5">{words.noPatterns}</p>}
      {shown.length > 0 && (
        <Intervals items={rows} left={words.share} middle={words.usualMark(usual)} right={words.score} />
      )}
      {shown.length > 0 && children}
    </PlotCard>
  )
}

type Row = Interval & { cells: string[] }
type MaybeBaseline = Baseline | null | undefined

function useRows(patterns: Pattern[], productId: string | undefined, usual: MaybeBaseline): Row[] {
  const { words, language } = useLanguage()
  const names = useNames(productId)
  const now = useNow()
  const { knowledge } = words
  return patterns.map((pattern) => {
    const { id, metric, currency, tier, evidence, sample, funnel } = pattern
    const title = nameRecipe(pattern, names, words)
    const write = (value: number | null) => metricValue(metric, value, currency)
    const day = pattern.lastObservedAt && shortDay(new Date(pattern.lastObservedAt), now, language)
    const facts =
      evidence === 'claimed'
        ? words.common.list([knowledge.ads(sample.ads), knowledge.claimsOnly])
        : words.common.list(
            [
              knowledge.ads(sample.ads),
              knowledge.conversions(countOf(sample.conversions)),
              day ? knowledge.seen(day) : '',
              funnel?.leak ? knowledge.leaksAt(knowledge.steps[funnel.leak.step]) : '',
            ].filter(Boolean),
          )
    return {
      id,
      title,
      text: (
        <>
          <TierMark tier={tier} />
          <span>{facts}</span>
        </>
      ),
      tone: tierTones[tier],
      evidence,
      // A claimed pattern has no baseline of its own.
      lift: pattern.lift ?? liftOf(metric, pattern.estimate, usual?.[metric] ?? null),
      low: liftOf(metric, pattern.lowerBound, pattern.baseline),
      high: null,
      value: write(pattern.estimate),
      sentence: sentenceOf(pattern, title, words.knowledge),
      right: pattern.score ?? UNKNOWN,
      cells: [
        title,
        knowledge.tiers[tier],
        `${metricName(metric)} ${write(pattern.estimate)}`,
        write(pattern.lowerBound),
        write(pattern.baseline),
        pattern.lift === null ? UNKNOWN : timesOf(pattern.lift),
        chanceOf(pattern, words),
        String(pattern.score ?? UNKNOWN),
      ],
    }
  })
}

/** How likely chance alone would show as much among all that was compared. */
const chanceOf = ({ chance, comparisons }: Pattern, { knowledge }: Words): string =>
  chance === null || comparisons === null
    ? UNKNOWN
    : knowledge.chanceOf(`${percent.format(100 * chance)}%`, comparisons)

type KnowledgeWords = ReturnType<typeof useWords>['knowledge']

function sentenceOf(pattern: Pattern, title: string, words: KnowledgeWords): string {
  const { metric, currency, tier, estimate, lowerBound, baseline } = pattern
  const write = (value: number | null) => metricValue(metric, value, currency)
  const value = `${metricName(metric)} ${write(estimate)}`
  if (lowerBound === null || baseline === null) return words.intervalPlain(title, words.tiers[tier], value)
  return words.interval({
    title,
    tier: words.tiers[tier],
    value,
    low: write(lowerBound),
    usual: write(baseline),
  })
}

const metricOf = ({ roas, cpa }: Baseline): Metric => (roas !== null ? 'roas' : cpa !== null ? 'cpa' : 'ctr')

/** The sentence of the page: what is usual, and how it is counted. */
export function describeUsual(baseline: MaybeBaseline, words: KnowledgeWords): string {
  if (!baseline) return words.noBaseline
  const metric = metricOf(baseline)
  return words.usual(
    words.counted(baseline),
    metricName(metric),
    metricValue(metric, baseline[metric], baseline.currency),
    countOf(baseline.conversions),
  )
}
