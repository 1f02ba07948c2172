import type { Reporter } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { driftQuery } from '../../api/knowledge.ts'
import { join } from '../../parts/join-classes.ts'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'

/** A median within 5% is no lean. */
const LEAN = 0.05
const OWNER = ['owner', 'owner_import']

type ReportersProps = { productId: string | undefined; className?: string }

/** Whom to believe? Trust from 0 to 1; an unknown reporter begins at 0.50. */
export function Reporters({ productId, className }: ReportersProps) {
  const { knowledge: words } = useWords()
  const drift = useQuery(driftQuery(useMode(), productId))
  const reporters = drift.data?.reporters ?? []
  // The plot of the claims beside it says what went wrong.
  if (drift.error && !drift.data) return null
  return (
    <section className={join('card', className)}>
      <div className="card-head">
        <h2>{words.reporters}</h2>
      </div>
      {drift.isPending && (
        <div className="px-4 pt-4 phone:px-5">
          <Waiting>
            <Skeleton className="h-40" />
          </Waiting>
        </div>
      )}
      <ul className="list mt-1">
        {reporters.map((reporter) => (
          <li key={reporter.source} className="block!">
            <Trust reporter={reporter} />
          </li>
        ))}
      </ul>
      <p className="px-4 pt-1 pb-5 text-xs text-ink3 phone:px-5">
        {drift.data && (reporters.length === 0 ? words.noClaims : words.dashed)}
      </p>
    </section>
  )
}

function Trust({ reporter: { source, trust, confirmed, comparable, bias } }: { reporter: Reporter }) {
  const { knowledge: words, common } = useWords()
  const name = OWNER.includes(source) ? words.owner : source
  const lean = bias === null || Math.abs(bias) < LEAN ? 'none' : bias < 0 ? 'over' : 'under'
  const told = [words.trust(confirmed, comparable), comparable > 0 ? words.lean[lean] : ''].filter(Boolean)
  return (
    <>
      <div className="flex gap-3 font-medium">
        <span className="min-w-0 grow truncate">{name}</span>
        <span className="font-semibold tabular-nums">{trust.toFixed(2)}</span>
      </div>
      <div
        className="trust-bar"
        role="meter"
        aria-label={words.trustLabel(name, trust.toFixed(2))}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={trust}
      >
        <span className="fill" style={{ width: `${trust * 100}%` }} />
      </div>
      <p className="text-xs text-ink3">{common.list(told)}</p>
    </>
  )
}
