import type { AskedConsent, ConsentBody } from '@atelier/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { askedConsentQuery, findWayBack, giveConsent } from '../../api/consents.ts'
import { PasswordNeeded, useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { unfoldRequest } from '../../shell/fold-request.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from '../way-in/entry-card.tsx'
import { ClientFacts } from './client-facts.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { type ConsentForm, type ConsentProblem, newConsentForm, readConsentForm } from './consent-form.ts'
import { useCalm } from './use-calm.ts'

/** A client of OAuth asks for access. Nothing happens here without a press of the owner. */
export function ConsentPage() {
  const { consent: words } = useWords()
  const request = unfoldRequest(useSearch({ from: '/oauth/authorize' }).request)
  if (request === undefined)
    return (
      <EntryCard title={words.title} lede={words.incomplete}>
        {null}
      </EntryCard>
    )
  return <Asked request={request} />
}

function Asked({ request }: { request: string }) {
  const { consent: words } = useWords()
  const asked = useQuery(askedConsentQuery(request))
  const email = useSession()?.user.email ?? ''
  return (
    <EntryCard title={words.title} lede={words.signedInAs(email)}>
      {asked.isPending && (
        <Waiting>
          <Skeleton className="h-40" />
        </Waiting>
      )}
      {asked.error && <Refused error={asked.error} onRetry={() => asked.refetch()} />}
      {asked.data && <Decision request={request} asked={asked.data} />}
    </EntryCard>
  )
}

/** A wrong request sends no browser anywhere by itself: the owner may go back, where there is a way. */
function Refused({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { consent: words } = useWords()
  const back = findWayBack(error)
  return (
    <div className="grid gap-4">
      <Problem error={error} onRetry={onRetry} />
      {back !== undefined && (
        <Button tone="quiet" onClick={() => location.assign(back)}>
          {words.back}
        </Button>
      )}
    </div>
  )
}

function Decision({ request, asked }: { request: string; asked: AskedConsent }) {
  const { consent: words } = useWords()
  const [form, setForm] = useState(() => newConsentForm(asked))
  const [wrong, setWrong] = useState<ConsentProblem[]>([])
  const isCalm = useCalm()
  const deciding = useMutation({
    mutationFn: giveConsent,
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  })
  const change = (changed: Partial<ConsentForm>) => {
    setForm({ ...form, ...changed })
    setWrong(wrong.filter((field) => !(field in changed)))
  }
  const decide = (decision: ConsentBody['decision']) => {
    const read = readConsentForm(request, decision, form)
    setWrong('wrong' in read ? read.wrong : [])
    if ('body' in read) deciding.mutate(read.body)
  }
  if (deciding.data) return <p role="status">{words.goBack(asked.client.name)}</p>
  const needsPassword = deciding.error instanceof PasswordNeeded
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        decide('allow')
      }}
    >
      <ClientFacts asked={asked} />
      <ConsentFields offered={asked.scopes} form={form} wrong={wrong} onChange={change} />
      {needsPassword && <PasswordStep onDone={() => decide('allow')} />}
      {deciding.error && !needsPassword && <Problem error={deciding.error} />}
      <div className="grid grid-cols-2 gap-2">
        <Button disabled={deciding.isPending} onClick={() => decide('refuse')}>
          {words.refuse}
        </Button>
        <Button type="submit" tone="primary" busy={deciding.isPending} disabled={!isCalm}>
          {words.allow}
        </Button>
      </div>
    </form>
  )
}
