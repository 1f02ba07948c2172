import { lastDays } from './spend-lanes-of.ts'

const WEEK_DAYS = 7
const DAY_MS = 86_400_000

/** The first of the UTC days that the pace is taken from. Today is the last one. */
export const paceStart = (now: Date): string => lastDays(WEEK_DAYS, now)[0] ?? ''

/** Credits a day, charges minus refunds. Of today there is only what has passed. */
export function paceOf(rows: { day: string; spent: number }[], now: Date): number {
  const first = paceStart(now)
  const spent = rows.filter(({ day }) => day >= first).reduce((sum, row) => sum + row.spent, 0)
  const days = (now.getTime() - Date.parse(`${first}T00:00:00Z`)) / DAY_MS
  return Math.max(0, Math.round(spent / days))
}
