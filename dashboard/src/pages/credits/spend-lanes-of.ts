const DAY_MS = 86_400_000

export type SpendRow = { day: string; of: string | null; spent: number }
export type SpendKey = { id: string; name: string; ceiling: number | null }

/** One row of the chart: a value for each UTC day, oldest first. */
export type SpendLane = {
  id: string
  name: string
  ceiling: number | null
  total: number
  values: number[]
}

/** The last UTC days, oldest first, as 2026-11-17. */
export const lastDays = (count: number, now: Date): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )

type Names = { all: string; byHand: string; other: string }

/** The sum of all first, then each key that spent anything, in the order of the keys. */
export function spendLanesOf(rows: SpendRow[], keys: SpendKey[], days: string[], names: Names): SpendLane[] {
  const lane = (id: string, name: string, ceiling: number | null, own: SpendRow[]): SpendLane => {
    const values = days.map((day) =>
      own.filter((row) => row.day === day).reduce((sum, { spent }) => sum + spent, 0),
    )
    return { id, name, ceiling, values, total: values.reduce((sum, value) => sum + value, 0) }
  }
  const groups = Map.groupBy(rows, ({ of }) => of)
  const known = keys.flatMap(({ id, name, ceiling }) => {
    const own = groups.get(id)
    return own ? [lane(id, name, ceiling, own)] : []
  })
  const others = [...groups].flatMap(([of, own]) => {
    if (of === null) return [lane('by-hand', names.byHand, null, own)]
    return keys.some(({ id }) => id === of) ? [] : [lane(of, names.other, null, own)]
  })
  return [lane('all', names.all, null, rows), ...known, ...others]
}
