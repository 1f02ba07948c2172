import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { endSession, type OpenSession, sessionsQuery } from '../../api/account.ts'
import { PasswordNeeded } from '../../api/session.ts'
import { roughlyAgo, when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, useWords } from '../../words/index.ts'

/** Somebody who signs in often has many. */
const SHOWN = 3

/** Where the user is signed in. This browser's own session ends by signing out. */
export function Sessions() {
  const { settings: words } = useWords()
  const sessions = useQuery(sessionsQuery)
  const [isWhole, showAll] = useState(false)
  const all = (sessions.data ?? []).toSorted((one, other) => Number(other.current) - Number(one.current))
  const shown = isWhole ? all : all.slice(0, SHOWN)
  const client = useQueryClient()
  const toast = useToast()
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: () => toast(words.ended),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return (
    <section className="card" aria-labelledby="sessions">
      <div className="card-head">
        <h2 id="sessions">{words.sessions}</h2>
        <p className="max-phone:hidden">{words.sessionsHelp}</p>
      </div>
      {!sessions.data && (
        <div className="p-4 phone:p-5">
          {sessions.error ? (
            <Problem error={sessions.error} onRetry={sessions.refetch} />
          ) : (
            <Waiting>
              <Skeleton className="h-24" />
            </Waiting>
          )}
        </div>
      )}
      {ending.error && (
        <div className="px-4 phone:px-5">
          {ending.error instanceof PasswordNeeded ? (
            <PasswordStep onDone={() => ending.mutate(ending.variables ?? '')} />
          ) : (
            <Problem error={ending.error} />
          )}
        </div>
      )}
      <ul className="list mt-1">
        {shown.map((session) => (
          <Row
            key={session.id}
            session={session}
            isBusy={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {all.length > shown.length && (
        <div className="border-t border-line px-4 py-3 phone:px-5">
          <Button small onClick={() => showAll(true)}>
            {words.showAll(all.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

type RowProps = { session: OpenSession; isBusy: boolean; onEnd(): void }

function Row({ session: { createdAt, lastSeenAt, current }, isBusy, onEnd }: RowProps) {
  const { words, language } = useLanguage()
  const { settings } = words
  const now = useNow()
  const since = when(new Date(createdAt), now, language)
  return (
    <li>
      <span className="glyphbox">
        <Monitor aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <div className="font-medium">{current ? settings.thisOne : settings.otherOne}</div>
        <div className="text-s text-ink3">
          {words.common.list([
            settings.since(since),
            settings.seen(roughlyAgo(new Date(lastSeenAt), now, language)),
          ])}
        </div>
      </div>
      {!current && (
        <Button small busy={isBusy} aria-label={settings.endLabel(since)} onClick={onEnd}>
          {settings.end}
        </Button>
      )}
    </li>
  )
}
