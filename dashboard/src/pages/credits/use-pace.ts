import { useQuery } from '@tanstack/react-query'
import { spendQuery } from '../../api/credits.ts'
import { useMode } from '../../shell/use-mode.ts'
import { paceOf, paceStart } from './pace.ts'

/** Credits a day in the last week; null until it is known. */
export function usePace(now: Date): number | null {
  const spend = useQuery(spendQuery(useMode(), 'day', paceStart(now))).data
  return spend ? paceOf(spend.rows, now) : null
}
