import type { AuditEvent } from '@atelier/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { loadEvents } from '../../api/account.ts'
import { writeChanges } from '../../format/changes.ts'
import { exactTime, when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage } from '../../words/index.ts'

/** Who changed what in this account. The record itself is never changed. */
export function Audit() {
  const { words } = useLanguage()
  const { audit } = words
  const pages = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => loadEvents(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const events = pages.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <section className="card" aria-labelledby="audit">
      <div className="card-head">
        <h2 id="audit">{audit.title}</h2>
        <p className="max-phone:hidden">{audit.lede}</p>
      </div>
      {!pages.data && (
        <div className="p-4 phone:p-5">
          {pages.error ? (
            <Problem error={pages.error} onRetry={pages.refetch} />
          ) : (
            <Waiting>
              <Skeleton className="h-24" />
            </Waiting>
          )}
        </div>
      )}
      {pages.data && events.length === 0 && (
        <p className="px-4 pt-2 pb-5 text-s text-ink3 phone:px-5">{audit.none}</p>
      )}
      <ul className="list mt-1">
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="px-4 pb-4 phone:px-5">
          <Button small busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {audit.more}
          </Button>
        </div>
      )}
    </section>
  )
}

function Row({ event }: { event: AuditEvent }) {
  const { words, language } = useLanguage()
  const { audit } = words
  const now = useNow()
  const at = new Date(event.createdAt)
  const actions: Record<string, string> = audit.actions
  const changes = writeChanges(event.changes, words)
  return (
    <li className="items-start!">
      <div className="min-w-0 grow">
        <div className="font-medium">{actions[event.action] ?? event.action}</div>
        <div className="text-s text-ink3">
          <time dateTime={event.createdAt} title={exactTime(at, language)}>
            {audit.by(audit.actors[event.actor.kind], when(at, now, language))}
          </time>
        </div>
        {changes !== '' && <div className="text-xs wrap-anywhere text-ink2">{changes}</div>}
      </div>
      <Id id={event.subjectId} label={audit.subject} />
    </li>
  )
}
