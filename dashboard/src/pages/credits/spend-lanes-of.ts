import type { LampState } from '../../parts/lamp.tsx'

const DAY_MS = 86_400_000

export type SpendRow = { day: string; of: string | null; spent: number }

/** What credits are spent on: a key, a product, a model. Keys alone have a ceiling and a light. */
export type SpendSource = { id: string; name: string; ceiling: number | null; lamp?: LampState }

/** One row of the chart: a value for each UTC day, oldest first. */
export type SpendLane = {
  id: string
  name: string
  ceiling: number | null
  lamp?: LampState
  total: number
  values: number[]
}

/** The last UTC days, oldest first, as 2026-11-17. */
export const lastDays = (count: number, now: Date): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )

type Names = { all: string; none: string; nameOf(of: string): string }

/** The sum of all first, then each source that cost anything, in its order; last what has no known source. */
export function spendLanesOf(
  rows: SpendRow[],
  sources: SpendSource[],
  days: string[],
  names: Names,
): SpendLane[] {
  const lane = (source: SpendSource, own: SpendRow[]): SpendLane => {
    const values = days.map((day) =>
      own.filter((row) => row.day === day).reduce((sum, { spent }) => sum + spent, 0),
    )
    return { ...source, values, total: values.reduce((sum, value) => sum + value, 0) }
  }
  const groups = Map.groupBy(rows, ({ of }) => of)
  const known = sources.flatMap((source) => {
    const own = groups.get(source.id)
    return own ? [lane(source, own)] : []
  })
  const others = [...groups].flatMap(([of, own]) => {
    if (of === null) return [lane({ id: 'none', name: names.none, ceiling: null }, own)]
    const isKnown = sources.some(({ id }) => id === of)
    return isKnown ? [] : [lane({ id: of, name: names.nameOf(of), ceiling: null }, own)]
  })
  return [lane({ id: 'all', name: names.all, ceiling: null }, rows), ...known, ...others]
}
