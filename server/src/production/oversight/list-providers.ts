import type { ProviderState } from '@atelier/contract'
import type { App } from '#platform/app'
import { readObstacles } from '#production/routing'

type OpenJobs = { provider: string; queued: number; processing: number; oldest_at: Date }

/** Every provider with its open jobs, and why it is sent none. The database refuses who is no admin. */
export async function listProviders({ db, providers }: App): Promise<ProviderState[]> {
  const jobs = await db.rows<OpenJobs>(`select * from count_open_jobs_by_provider()`)
  const { pauses, breakers } = await readObstacles(db)
  // Jobs may wait at a provider that the settings name no more.
  const others = [...jobs, ...pauses, ...breakers].map(({ provider }) => provider)
  const names = new Set([...providers.list.map(({ name }) => name), ...others])
  return [...names].sort().map((name) => {
    const open = jobs.find(({ provider }) => provider === name)
    const known = providers.findByName(name)
    return {
      name,
      simulated: known?.isSimulated ?? false,
      queued: open?.queued ?? 0,
      processing: open?.processing ?? 0,
      runningMax: known?.runningMax ?? null,
      oldestOpenAt: open?.oldest_at.toISOString() ?? null,
      pausedUntil: pauses.find(({ provider }) => provider === name)?.until.toISOString() ?? null,
      breakers: breakers
        .filter(({ provider }) => provider === name)
        .map(({ worker, since, retry_at }) => ({
          worker,
          since: since.toISOString(),
          retryAt: retry_at.toISOString(),
        })),
    }
  })
}
