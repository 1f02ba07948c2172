import type { MediaDay } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { daysQuery } from '../../api/media.ts'
import { type Language, utcDay } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, type Words } from '../../words/index.ts'
import { lastDays } from '../credits/spend-lanes-of.ts'

const DAYS = 30

type DayCount = { day: string; count: number }

/** What arrived on each UTC day, of all keys. */
function useDayCounts(mode: Mode): { counts: DayCount[]; isPending: boolean } {
  const days = lastDays(DAYS, useNow())
  const { data: rows = [], isPending } = useQuery(daysQuery(mode, days[0] ?? ''))
  const arrived = (row: MediaDay) => row.images + row.videos
  const counts = days.map((day) => ({
    day,
    count: rows.filter((row) => row.day === day).reduce((sum, row) => sum + arrived(row), 0),
  }))
  return { counts, isPending }
}

const label = ({ day, count }: DayCount, language: Language, { studio }: Words): string =>
  studio.dayOf(utcDay(day, language), count)

/** The days with results, newest first, as choices of a filter. */
export function useDayChoices(mode: Mode): {
  choices: { value: string; label: string }[]
  isPending: boolean
} {
  const { words, language } = useLanguage()
  const { counts, isPending } = useDayCounts(mode)
  const choices = counts
    .filter(({ count }) => count > 0)
    .toReversed()
    .map((one) => ({ value: one.day, label: label(one, language, words) }))
  return { choices, isPending }
}

type DayStripProps = { mode: Mode; chosen: string | undefined }

/** The last 30 days as bars; a press shows one of them. The filter beside it does the same by keyboard. */
export const DayStrip = memo(function DayStrip({ mode, chosen }: DayStripProps) {
  const { words, language } = useLanguage()
  const navigate = useNavigate({ from: '/studio' })
  const { counts } = useDayCounts(mode)
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <div className="day-strip max-phone:hidden!" aria-hidden="true">
      <span>{utcDay(counts[0]?.day ?? '', language)}</span>
      {counts.map((one) => (
        <button
          key={one.day}
          type="button"
          tabIndex={-1}
          title={label(one, language, words)}
          {...(one.day === (chosen ?? counts.at(-1)?.day) && { 'aria-current': 'true' as const })}
          onClick={() =>
            navigate({
              search: (search) => ({ ...search, day: one.day === chosen ? undefined : one.day }),
            })
          }
        >
          {/* Clipped, not resized: a bar that grows is no part of the page that moves. */}
          <i
            style={{
              clipPath: `inset(min(${100 - (100 * one.count) / most}%, 38px) 0 0 0 round 2px 2px 0 0)`,
            }}
          />
        </button>
      ))}
      <span>{words.studio.todayMark}</span>
    </div>
  )
})
