import type { Evidence } from '@atelier/contract'
import { scaleLog } from 'd3-scale'
import { type ReactNode, useId, useRef } from 'react'
import type { Tone } from '../../parts/glyph.tsx'
import { useWidth } from '../../parts/use-width.ts'

/** Everything as a multiple of the usual result, so that better is right for each metric. */
export type Interval = {
  id: string
  /** A picture before the title. */
  lead?: ReactNode
  title: ReactNode
  text: ReactNode
  tone: Tone
  evidence: Evidence
  lift: number | null
  low: number | null
  /** Null: not known, so no right cap is drawn. */
  high: number | null
  /** The estimate in its own unit. */
  value: string
  /** For screen readers. */
  sentence: string
  right: ReactNode
}

type IntervalsProps = { items: Interval[]; left: string; middle: string; right: string }

const FROM = 1 / 4
const TO = 4
const MARGIN = 14
const HEIGHT = 48
const MIDDLE = 30
const ticks = [
  { at: 1 / 4, label: '¼×' },
  { at: 1 / 2, label: '½×' },
  { at: 2, label: '2×' },
  { at: 4, label: '4×' },
]

const newScale = (width: number) =>
  scaleLog()
    .domain([FROM, TO])
    .range([MARGIN, Math.max(MARGIN + 1, width - MARGIN)])
    .clamp(true)

/** Does this work better than usual? One axis for all rows, measured in real pixels. */
export function Intervals({ items, left, middle, right }: IntervalsProps) {
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const scale = newScale(width)
  return (
    <>
      <div className="plot-row axis" aria-hidden="true">
        <span className="desk-only">{left}</span>
        <div className="plot-track" ref={holder}>
          {ticks.map(({ at, label }) => (
            <span key={at} style={{ left: scale(at) }}>
              {label}
            </span>
          ))}
          <span className="usual" style={{ left: scale(1) }}>
            {middle}
          </span>
        </div>
        <span className="desk-only text-right">{right}</span>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.id} className="plot-row">
            <div className="flex min-w-0 items-center gap-3">
              {item.lead}
              <div className="min-w-0">
                <div className="line-clamp-2 font-medium">{item.title}</div>
                <div className="flex flex-wrap gap-x-2.5 text-xs text-ink3 tabular-nums">{item.text}</div>
              </div>
            </div>
            <div className="plot-figure">{width > 0 && <Figure item={item} width={width} />}</div>
            <span className="text-right font-semibold tabular-nums">{item.right}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Firm cap at the lower bound, solid to the estimate, then fading out. A claim is a hollow dot alone. */
function Figure({ item, width }: { item: Interval; width: number }) {
  const fade = useId()
  const scale = newScale(width)
  const { lift, low, high, evidence } = item
  const at = lift === null ? null : scale(lift)
  const from = low === null || evidence === 'claimed' ? null : scale(low)
  // As far to the right as the bound is to the left, on a log axis.
  const to = at === null || from === null ? null : high === null ? 2 * at - from : scale(high)
  return (
    <svg
      className={`t-${item.tone}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={item.sentence}
      overflow="hidden"
    >
      <linearGradient id={fade}>
        <stop offset="0" stopColor="currentColor" stopOpacity="0.5" />
        <stop offset="1" stopColor="currentColor" stopOpacity={high === null ? 0 : 0.5} />
      </linearGradient>
      {ticks.map((tick) => (
        <line
          key={tick.at}
          x1={scale(tick.at)}
          x2={scale(tick.at)}
          y1={0}
          y2={HEIGHT}
          className="tick-line"
        />
      ))}
      <line x1={scale(1)} x2={scale(1)} y1={0} y2={HEIGHT} className="usual-line" />
      {at !== null && from !== null && to !== null && (
        <>
          <rect x={at} y={MIDDLE - 5} width={Math.max(0, to - at)} height={10} fill={`url(#${fade})`} />
          {high !== null && <rect x={to - 1} y={MIDDLE - 7} width={2} height={14} fill="currentColor" />}
          <rect x={from} y={MIDDLE - 5} width={Math.max(0, at - from)} height={10} fill="currentColor" />
          <rect x={from - 1} y={MIDDLE - 10} width={3} height={20} rx={1} fill="currentColor" />
        </>
      )}
      {at !== null && <Dot at={at} evidence={evidence} />}
      {at !== null && (
        <text x={Math.min(Math.max(at, 24), width - 24)} y={12} textAnchor="middle" className="plot-value">
          {item.value}
        </text>
      )}
    </svg>
  )
}

/** Claimed is hollow, observed is solid, corroborated is solid with a ring. */
export const Dot = ({ at, evidence, y = MIDDLE }: { at: number; evidence: Evidence; y?: number }) => (
  <>
    <circle cx={at} cy={y} r={evidence === 'corroborated' ? 12 : 9} className="plot-ground" />
    {evidence === 'claimed' ? (
      <circle cx={at} cy={y} r={6} className="plot-hollow" />
    ) : (
      <circle cx={at} cy={y} r={7} fill="currentColor" />
    )}
    {evidence === 'corroborated' && (
      <circle cx={at} cy={y} r={10} fill="none" stroke="currentColor" strokeWidth={1.5} />
    )}
  </>
)
