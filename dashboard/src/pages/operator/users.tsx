import type { ListedUser } from '@atelier/contract'
import { loadUsers } from '../../api/operator.ts'
import { Chip } from '../../parts/chip.tsx'
import { Id } from '../../parts/id.tsx'
import { useWords } from '../../words/index.ts'
import { PagedCard } from './paged-card.tsx'
import { useWhen } from './use-when.ts'

/** Who has an account, newest first. Nothing that a user wrote or made. */
export function Users() {
  const { users: words } = useWords().operator
  const write = useWhen()
  const describe = ({ createdAt, lastSeenAt, activeKeys }: ListedUser): string =>
    [
      words.since(write(createdAt)),
      lastSeenAt ? words.seen(write(lastSeenAt)) : words.neverSeen,
      words.keys(activeKeys),
    ].join(' · ')
  return (
    <PagedCard name={['users']} title={words.title} none={words.none} load={loadUsers}>
      {(user: ListedUser) => (
        <>
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium wrap-anywhere">{user.email}</span>
              <Marks user={user} />
            </div>
            <div className="text-s text-ink3">{describe(user)}</div>
          </div>
          <Id id={user.id} label={words.id} />
        </>
      )}
    </PagedCard>
  )
}

function Marks({ user: { role, secondFactor, suspendedAt, erasedAt } }: { user: ListedUser }) {
  const { users: words } = useWords().operator
  return (
    <>
      {role === 'admin' && <Chip tone="go">{words.admin}</Chip>}
      {secondFactor && <Chip tone="good">{words.secondFactor}</Chip>}
      {suspendedAt && <Chip tone="warn">{words.suspended}</Chip>}
      {erasedAt && <Chip>{words.erased}</Chip>}
    </>
  )
}
