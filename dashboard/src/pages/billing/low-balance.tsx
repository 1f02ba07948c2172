import type { Billing } from '@atelier/contract'
import { when } from '../../format/time.ts'
import { Chip } from '../../parts/chip.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage } from '../../words/index.ts'
import { LimitForm } from './limit-form.tsx'
import { useChange } from './use-change.ts'

/** Below which balance its owner wants to be told. */
export function LowBalance({ billing: { lowBalance } }: { billing: Billing }) {
  const { words, language } = useLanguage()
  const { billing: page } = words
  const now = useNow()
  const { mutate, isPending, error } = useChange(page.saved)
  const save = (wanted: number | null) => mutate({ lowBalanceCredits: wanted })
  return (
    <LimitForm
      limit={lowBalance.credits}
      saving={{ mutate: save, isPending, error }}
      className="card p-4 phone:p-5"
      labelledBy="low"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="low">{page.low}</h2>
        {lowBalance.isLow && (
          <Chip tone="warn">
            {lowBalance.since === null
              ? page.isLow
              : page.lowSince(when(new Date(lowBalance.since), now, language))}
          </Chip>
        )}
      </div>
    </LimitForm>
  )
}
