import type { QuotaName } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { quotasQuery } from '../../api/account.ts'
import { credits, fileSize } from '../../format/numbers.ts'
import { join } from '../../parts/join-classes.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'

const NEAR = 0.9

/** How much is stored, and how much may be. */
export function Quotas() {
  const { data: words } = useWords()
  const quotas = useQuery(quotasQuery(useMode()))
  const rows = Object.entries(quotas.data ?? {}) as [QuotaName, { used: number; limit: number }][]
  return (
    <section className="card grid gap-4 p-4 phone:p-5" aria-labelledby="quotas">
      <h2 id="quotas">{words.quotas}</h2>
      {quotas.error && <Problem error={quotas.error} onRetry={quotas.refetch} />}
      {quotas.isPending && (
        <Waiting>
          <Skeleton className="h-80" />
        </Waiting>
      )}
      {rows.map(([name, { used, limit }]) => {
        const write = name.endsWith('Bytes') ? fileSize : credits
        const share = limit === 0 ? 1 : Math.min(1, used / limit)
        return (
          <div key={name} className={join('ceil tabular-nums', share >= NEAR && 'near')}>
            <div className="label">
              <span>{words.names[name]}</span>
              <span>{words.of(write(used), write(limit))}</span>
            </div>
            <div
              className="track-bar"
              role="meter"
              aria-label={words.names[name]}
              aria-valuemin={0}
              aria-valuemax={Math.max(limit, 1)}
              aria-valuenow={Math.min(used, Math.max(limit, 1))}
            >
              <span className="fill" style={{ width: `${share * 100}%` }} />
            </div>
          </div>
        )
      })}
      <p className="text-xs text-ink3">{words.quotasHelp}</p>
    </section>
  )
}
