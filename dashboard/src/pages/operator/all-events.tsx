import type { AccountEvent } from '@atelier/contract'
import { useNavigate } from '@tanstack/react-router'
import { loadAllEvents } from '../../api/operator.ts'
import { writeChanges } from '../../format/changes.ts'
import { shortId } from '../../format/numbers.ts'
import { Id } from '../../parts/id.tsx'
import { Pick } from '../../parts/pick.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { useWords } from '../../words/index.ts'
import { PagedCard } from './paged-card.tsx'
import { useWhen } from './use-when.ts'

/** What was changed in all accounts, by whom and when. `action`: only this one. */
export function AllEvents({ action }: { action: string | undefined }) {
  const words = useWords()
  const { operator, audit } = words
  const write = useWhen()
  const actions: Record<string, string> = audit.actions
  const describe = ({ actor, createdAt }: AccountEvent): string =>
    [operator.by(operator.actors[actor.kind], shortId(actor.id ?? '')), write(createdAt)].join(' · ')
  return (
    <>
      <ActionFilter action={action} />
      <PagedCard
        name={['audit', action ?? '']}
        title={operator.audit.title}
        none={operator.audit.none}
        load={(cursor, signal) => loadAllEvents({ action, cursor }, signal)}
      >
        {(event: AccountEvent) => (
          <>
            <div className="min-w-0 grow">
              <div className="font-medium">{actions[event.action] ?? event.action}</div>
              <div className="text-s wrap-anywhere text-ink3">{describe(event)}</div>
              <div className="text-xs wrap-anywhere text-ink2">{writeChanges(event.changes, words)}</div>
            </div>
            <Id id={event.userId} label={operator.users.id} />
            {event.subjectId !== event.userId && <Id id={event.subjectId} label={operator.audit.subject} />}
          </>
        )}
      </PagedCard>
    </>
  )
}

function ActionFilter({ action }: { action: string | undefined }) {
  const { operator, audit } = useWords()
  const navigate = useNavigate({ from: '/operator' })
  return (
    <ScrollRow label={operator.audit.filter}>
      <Pick
        label={operator.audit.action}
        any={operator.audit.any}
        value={action}
        choices={Object.entries(audit.actions).map(([value, label]) => ({ value, label }))}
        onChoose={(chosen) =>
          navigate({ search: (search) => ({ ...search, action: chosen === '' ? undefined : chosen }) })
        }
      />
    </ScrollRow>
  )
}
