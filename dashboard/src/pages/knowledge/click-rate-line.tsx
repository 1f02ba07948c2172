import { scaleLinear } from 'd3-scale'
import { useRef } from 'react'
import { metricValue } from '../../format/results.ts'
import { dayName } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { useWidth } from '../../parts/use-width.ts'
import { useLanguage } from '../../words/index.ts'
import type { ClickRates } from './click-rates.ts'

const HEIGHT = 180
const MARGIN = { left: 48, right: 12, top: 12, bottom: 24 }
const TICKS = 4
const TIRED_BELOW = 0.8

/** Best seven days dotted, 80% of them dashed: below that it is tired. */
export function ClickRateLine({ rates: { points, best, last } }: { rates: ClickRates }) {
  const { words, language } = useLanguage()
  const now = useNow()
  const holder = useRef<HTMLDivElement>(null)
  const width = useWidth(holder)
  const times = points.map(({ day }) => new Date(day).getTime())
  const tired = best === null ? null : best * TIRED_BELOW
  const rates = [...points.map(({ rate }) => rate), ...(best !== null && tired !== null ? [best, tired] : [])]
  const x = scaleLinear()
    .domain([times[0] ?? 0, times.at(-1) ?? 1])
    .range([MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)])
  const y = scaleLinear()
    .domain([Math.min(...rates) * 0.9, Math.max(...rates) * 1.05])
    .range([HEIGHT - MARGIN.bottom, MARGIN.top])
  const path = points.map(({ rate }, at) => `${at === 0 ? 'M' : 'L'}${x(times[at] ?? 0)} ${y(rate)}`).join('')
  const write = (rate: number | null) => metricValue('ctr', rate)
  const across = (rate: number, className: string, { text, below }: { text: string; below: number }) => (
    <>
      <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(rate)} y2={y(rate)} className={className} />
      <text x={width - MARGIN.right} y={y(rate) + below} textAnchor="end" className="plot-mark">
        {text}
      </text>
    </>
  )
  const { knowledge } = words
  return (
    <div className="mx-3 mb-3" ref={holder}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={knowledge.tiredSentence(write(last), write(best))}
        >
          {y.ticks(TICKS).map((tick) => (
            <text key={tick} x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className="plot-label">
              {write(tick)}
            </text>
          ))}
          <path d={path} fill="none" stroke="currentColor" strokeWidth={2} className="text-ink" />
          {best !== null && across(best, 'best-line', { text: knowledge.bestMark(write(best)), below: -6 })}
          {tired !== null &&
            across(tired, 'tired-line', { text: knowledge.tiredMark(write(tired)), below: 15 })}
          <text x={MARGIN.left} y={HEIGHT - 6} className="plot-label">
            {dayName(new Date(points[0]?.day ?? now), now, language)}
          </text>
          <text x={width - MARGIN.right} y={HEIGHT - 6} textAnchor="end" className="plot-label">
            {dayName(new Date(points.at(-1)?.day ?? now), now, language)}
          </text>
        </svg>
      )}
    </div>
  )
}
