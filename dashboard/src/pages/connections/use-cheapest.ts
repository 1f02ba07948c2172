import type { Key } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { daysQuery } from '../../api/media.ts'
import { useMode } from '../../shell/use-mode.ts'
import { lastDays } from '../credits/spend-lanes-of.ts'
import { cheapestOf, videoKeysOf } from './cheapest-of.ts'

const DAYS = 30
const noDays: [] = []

/** What the cheapest job of a key costs, by what it made in the last days. */
export function useCheapest(now: Date): (key: Pick<Key, 'id' | 'perJobCreditLimit'>) => number {
  const days = useQuery(daysQuery(useMode(), lastDays(DAYS, now)[0] ?? '')).data ?? noDays
  const videoKeys = useMemo(() => videoKeysOf(days), [days])
  return (key) => cheapestOf(key, videoKeys)
}
