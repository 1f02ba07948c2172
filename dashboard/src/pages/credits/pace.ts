import type { Transaction } from '@atelier/contract'

const WEEK_DAYS = 7
const DAY_MS = 86_400_000

const isJob = ({ refType }: Transaction): boolean => refType === 'generated_media'

/** Credits a day in the last week: charges minus refunds. Grants and purchases are no spending. */
export function paceOf(entries: Transaction[], now: Date): number {
  const from = now.getTime() - WEEK_DAYS * DAY_MS
  const spent = entries
    .filter((entry) => isJob(entry) && new Date(entry.createdAt).getTime() >= from)
    .reduce((sum, { amount }) => sum - amount, 0)
  return Math.max(0, Math.round(spent / WEEK_DAYS))
}
