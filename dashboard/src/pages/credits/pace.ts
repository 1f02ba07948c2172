import type { Transaction } from '@atelier/contract'

const WEEK_DAYS = 7
const DAY_MS = 86_400_000

const isJob = ({ refType }: Transaction): boolean => refType === 'generated_media'

/**
 * Credits a day in the last week: charges minus refunds. Grants and purchases are no spending. Null when the
 * entries do not reach back that far, because a part would look like the whole.
 */
export function paceOf(entries: Transaction[], isWhole: boolean, now: Date): number | null {
  const from = now.getTime() - WEEK_DAYS * DAY_MS
  const oldest = entries.at(-1)
  if (!isWhole && oldest && new Date(oldest.createdAt).getTime() >= from) return null
  const spent = entries
    .filter((entry) => isJob(entry) && new Date(entry.createdAt).getTime() >= from)
    .reduce((sum, { amount }) => sum - amount, 0)
  return Math.max(0, Math.round(spent / WEEK_DAYS))
}
