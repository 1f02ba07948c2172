import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Refused } from '../api/call.ts'
import { CodeNeeded, signIn } from '../api/session.ts'
import { wayInQuery } from '../api/way-in.ts'
import { Button } from '../parts/button.tsx'
import { CodeStep } from '../parts/code-step.tsx'
import { Field } from '../parts/field.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { useWords, type Words } from '../words/index.ts'
import { describeEntry } from './way-in/describe-entry.ts'
import { EntryCard } from './way-in/entry-card.tsx'
import { useEnter } from './way-in/use-enter.ts'

/** Never tells whether an address exists. */
function describe(error: unknown, words: Words): string {
  const isWrong = error instanceof Refused && ['unauthorized', 'invalid_request'].includes(error.code)
  return isWrong ? words.signIn.wrong : describeEntry(error, words)
}

export function SignInPage() {
  const words = useWords()
  const { ended, next } = useSearch({ from: '/sign-in' })
  const enter = useEnter(next)
  const signing = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: enter,
  })
  if (signing.error instanceof CodeNeeded)
    return (
      <EntryCard title={words.factor.codeTitle} lede={words.factor.codeLede}>
        <CodeStep challenge={signing.error.challenge} onDone={enter} />
        <Button tone="quiet" className="mt-2 w-full" onClick={() => signing.reset()}>
          {words.factor.again}
        </Button>
      </EntryCard>
    )
  return (
    <EntryCard
      title={words.signIn.title}
      lede={ended ? words.signIn.ended : words.signIn.lede}
      below={<OtherWays />}
    >
      <SignInForm
        busy={signing.isPending}
        problem={signing.error && describe(signing.error, words)}
        onSend={(email, password) => signing.mutate({ email, password })}
      />
    </EntryCard>
  )
}

/** What a visitor without an account can do here. */
function OtherWays() {
  const { wayIn: words } = useWords()
  const { data } = useQuery(wayInQuery)
  if (data?.needsSetup) return <p className="max-w-[400px] text-center text-s text-ink2">{words.noUser}</p>
  return (
    <nav className="flex flex-wrap justify-center gap-x-6 gap-y-2">
      <Link to="/lost-password" className="underline">
        {words.lost.link}
      </Link>
      {data?.signUp === 'open' && (
        <Link to="/sign-up" className="underline">
          {words.toSignUp}
        </Link>
      )}
    </nav>
  )
}

type SignInFormProps = {
  busy: boolean
  problem: string | null
  onSend(email: string, password: string): void
}

function SignInForm({ busy, problem, onSend }: SignInFormProps) {
  const words = useWords()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    setMissing(email === '' || password === '')
    if (email !== '' && password !== '') onSend(email, password)
  }
  const told = missing ? words.signIn.missing : problem
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field label={words.signIn.email}>
        {(ids) => (
          <input {...ids} name="email" type="email" className="input" autoComplete="username" required />
        )}
      </Field>
      <PasswordField label={words.signIn.password} autoComplete="current-password" />
      {told && (
        <p className="note" role="alert">
          {told}
        </p>
      )}
      <Button type="submit" tone="primary" busy={busy} className="mt-1">
        {words.signIn.submit}
      </Button>
    </form>
  )
}
