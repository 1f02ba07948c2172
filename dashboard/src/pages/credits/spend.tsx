import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spendQuery } from '../../api/credits.ts'
import { keysQuery } from '../../api/keys.ts'
import { productsQuery } from '../../api/media.ts'
import { lampOf } from '../../parts/lamp.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { type DayCount, type SpendBy, SpendLanes } from './spend-lanes.tsx'
import { lastDays, type SpendSource, spendLanesOf } from './spend-lanes-of.ts'

/** The rows of a job that was archived say no more than that. */
const ARCHIVED = 'archived'

/** Where the credits went, by key, product or model. */
export function Spend() {
  const { creditsPage: words } = useWords()
  const mode = useMode()
  const now = useNow()
  const [count, setCount] = useState<DayCount>('14')
  const [by, setBy] = useState<SpendBy>('key')
  const days = lastDays(Number(count), now)
  const spend = useQuery({ ...spendQuery(mode, by, days[0] ?? ''), placeholderData: keepPreviousData })
  const sources = useSources(by, now)
  const failed = [spend, sources].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <div className="mb-6">
        <Problem error={failed.error} onRetry={failed.refetch} />
      </div>
    )
  // Rows of another grouping under the names of this one would be wrong.
  const isOther = spend.isPlaceholderData && spend.data?.by !== by
  if (!spend.data || !sources.data || isOther) {
    return (
      <Waiting>
        <Skeleton className="mb-6 h-64" />
      </Waiting>
    )
  }
  const names = {
    all: words.all[by],
    none: words.none[by],
    nameOf: (of: string) => (of === ARCHIVED ? words.otherKeys : by === 'model' ? of : words.gone[by]),
  }
  const lanes = spendLanesOf(spend.data.rows, sources.data, days, names)
  return <SpendLanes lanes={lanes} days={days} count={count} onCount={setCount} by={by} onBy={setBy} />
}

type Sources = { data: SpendSource[] | undefined; error: unknown; refetch(): unknown }

/** What has a name and an order of its own. A model is its name. */
function useSources(by: SpendBy, now: Date): Sources {
  const keys = useQuery({ ...keysQuery, enabled: by === 'key' })
  const products = useQuery({ ...productsQuery(useMode()), enabled: by === 'product' })
  if (by === 'model') return { data: [], error: null, refetch: () => undefined }
  if (by === 'product') {
    const data = products.data?.map(({ id, name }) => ({ id, name, ceiling: null }))
    return { data, error: products.error, refetch: products.refetch }
  }
  const data = keys.data?.map(({ id, name, dailyCreditLimit, lastUsedAt, revokedAt }) => ({
    id,
    name,
    ceiling: dailyCreditLimit,
    lamp: revokedAt ? ('quiet' as const) : lampOf(lastUsedAt, now),
  }))
  return { data, error: keys.error, refetch: keys.refetch }
}
