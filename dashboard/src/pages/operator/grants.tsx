import type { GrantRow } from '@atelier/contract'
import { loadGrants } from '../../api/operator.ts'
import { shortId, signedCredits } from '../../format/numbers.ts'
import { Chip } from '../../parts/chip.tsx'
import { Id } from '../../parts/id.tsx'
import { useWords } from '../../words/index.ts'
import { PagedCard } from './paged-card.tsx'
import { useWhen } from './use-when.ts'

/** Credits that did not come from a refund: who got them, and from whom. */
export function Grants() {
  const { operator, modes } = useWords()
  const { grants: words, actors } = operator
  const write = useWhen()
  return (
    <PagedCard name={['grants']} title={words.title} none={words.none} load={loadGrants}>
      {({ userId, amount, mode, grantedBy, createdAt }: GrantRow) => (
        <>
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium tabular-nums">{words.credits(signedCredits(amount))}</span>
              {mode === 'test' && <Chip>{modes.test}</Chip>}
            </div>
            <div className="text-s wrap-anywhere text-ink3">
              {operator.by(actors[grantedBy.kind], shortId(grantedBy.id))} · {write(createdAt)}
            </div>
          </div>
          <Id id={userId} label={operator.users.id} />
        </>
      )}
    </PagedCard>
  )
}
