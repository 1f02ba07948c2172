import type { DriftItem, Metric } from '@atelier/contract'
import { scaleLog } from 'd3-scale'
import { type ReactNode, useRef } from 'react'
import { metricName, metricValue } from '../../format/results.ts'
import { useWidth } from '../../parts/use-width.ts'
import { Dot } from './intervals.tsx'

export type Dumbbell = {
  id: string
  item: DriftItem
  lead: ReactNode
  right: ReactNode
  /** For screen readers. */
  sentence: string
}

const MARGIN = 16
const HEIGHT = 40
const MIDDLE = 20
const TICKS = 3

const valuesOf = ({ claimed, observed, observedLow, observedHigh }: DriftItem): number[] =>
  [claimed, observed, observedLow, observedHigh].filter((value) => value !== null && value > 0) as number[]

/** From the smallest to the largest value of all rows. A lower cost is better, so its axis is turned. */
function domainOf(items: DriftItem[], metric: Metric): [number, number] {
  const values = items.flatMap(valuesOf)
  if (values.length === 0) return [1, 10]
  const low = Math.min(...values) / 1.25
  const high = Math.max(...values) * 1.25
  return metric === 'cpa' ? [high, low] : [low, high]
}

type DumbbellsProps = { metric: Metric; rows: Dumbbell[]; left: string; right: string }

/** Did it do what the agent said? Hollow claimed, solid observed, on one log axis; better is right. */
export function Dumbbells({ metric, rows, left, right }: DumbbellsProps) {
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const items = rows.map(({ item }) => item)
  const scale = scaleLog()
    .domain(domainOf(items, metric))
    .range([MARGIN, Math.max(MARGIN + 1, width - MARGIN)])
    // Nothing at all stands at the edge: a logarithm has no place for it.
    .clamp(true)
  const ticks = ticksOf(scale, width)
  return (
    <>
      <div className="plot-row claims axis" aria-hidden="true">
        <span className="desk-only">{left}</span>
        <div className="plot-track" ref={holder}>
          {ticks.map((value, at) => (
            <span key={value} style={{ left: scale(value) }}>
              {at === 0 && `${metricName(metric)} `}
              {metricValue(metric, value)}
            </span>
          ))}
        </div>
        <span className="desk-only text-right">{right}</span>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="plot-row claims">
            {row.lead}
            <div className="plot-figure">
              {width > 0 && <Figure row={row} width={width} scale={scale} ticks={ticks} />}
            </div>
            <div className="text-right text-xs text-ink3 tabular-nums">{row.right}</div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A few round values that do not touch each other. */
function ticksOf(scale: Scale, width: number): number[] {
  const all = scale.ticks(TICKS)
  const step = Math.max(1, Math.ceil(all.length / Math.max(2, Math.floor(width / 90))))
  return all.filter((_, at) => at % step === 0)
}

type Scale = ReturnType<typeof scaleLog<number, number>>
type FigureProps = { row: Dumbbell; width: number; scale: Scale; ticks: number[] }

function Figure({ row: { item, sentence }, width, scale, ticks }: FigureProps) {
  const { claimed, observed, observedLow, observedHigh } = item
  const said = scale(claimed)
  const seen = observed === null ? null : scale(observed)
  const range =
    observedLow !== null && observedHigh !== null
      ? [scale(observedLow), scale(observedHigh)].toSorted((a, b) => a - b)
      : null
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={sentence} className="text-ink">
      {ticks.map((tick) => (
        <line key={tick} x1={scale(tick)} x2={scale(tick)} y1={0} y2={HEIGHT} className="tick-line" />
      ))}
      {range && (
        <rect
          x={range[0]}
          y={MIDDLE - 4}
          width={Math.max(2, (range[1] ?? 0) - (range[0] ?? 0))}
          height={8}
          rx={4}
          className="plot-range"
        />
      )}
      {seen !== null && (
        <line x1={said} x2={seen} y1={MIDDLE} y2={MIDDLE} stroke="currentColor" strokeWidth={2} />
      )}
      {seen !== null && <Dot at={seen} evidence="observed" y={MIDDLE} />}
      <Dot at={said} evidence="claimed" y={MIDDLE} />
    </svg>
  )
}
