import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Refused } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { CookieLost, sessionQuery, signIn } from '../api/session.ts'
import type { Language } from '../format/time.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Segmented } from '../parts/segmented.tsx'
import { Mark } from '../shell/mark.tsx'
import { languages, useLanguage, useWords, type Words } from '../words/index.ts'

/** Never tells whether an address exists. */
function describe(error: unknown, words: Words): string {
  if (error instanceof CookieLost) return words.signIn.noCookie
  if (!(error instanceof Refused)) return explain(error, words)
  if (error.code === 'unauthorized' || error.code === 'invalid_request') return words.signIn.wrong
  if (error.code === 'key_inactive') return words.signIn.suspended
  if (error.code === 'rate_limited') return words.signIn.wait(Number(error.body.retryAfterSeconds ?? 60))
  return explain(error, words)
}

export function SignInPage() {
  const { words, language, setLanguage } = useLanguage()
  const { ended } = useSearch({ from: '/sign-in' })
  useEffect(() => {
    document.title = `${words.signIn.title} · ${words.app}`
  }, [words])
  return (
    <main className="grid min-h-screen content-center justify-items-center gap-6 p-4">
      <div className="flex items-center gap-2.5 text-l font-semibold">
        <Mark />
        {words.app}
      </div>
      <div className="card w-full max-w-[400px] p-7">
        <h1 className="text-xl!">{words.signIn.title}</h1>
        <p className="mt-1 mb-5 text-ink2">{ended ? words.signIn.ended : words.signIn.lede}</p>
        <SignInForm />
      </div>
      <Segmented
        label={words.account.language}
        value={language}
        choices={languages}
        onChoose={(chosen: Language) => setLanguage(chosen)}
      />
    </main>
  )
}

function SignInForm() {
  const words = useWords()
  const { next } = useSearch({ from: '/sign-in' })
  const client = useQueryClient()
  const router = useRouter()
  const [missing, setMissing] = useState(false)
  const signing = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    onSuccess: (session) => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
      router.history.push(next ?? '/')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))]
    setMissing(email === '' || password === '')
    if (email !== '' && password !== '') signing.mutate({ email, password })
  }
  const problem = missing ? words.signIn.missing : signing.error && describe(signing.error, words)
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field label={words.signIn.email}>
        {(ids) => (
          <input {...ids} name="email" type="email" className="input" autoComplete="username" required />
        )}
      </Field>
      <PasswordField label={words.signIn.password} />
      {problem && (
        <p className="note" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" tone="primary" busy={signing.isPending} className="mt-1">
        {words.signIn.submit}
      </Button>
    </form>
  )
}

function PasswordField({ label }: { label: string }) {
  const { signIn: words } = useWords()
  const [isShown, show] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label}>
      {(ids) => (
        <div className="input">
          <input
            {...ids}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            required
          />
          <button
            type="button"
            className="-mr-2 grid size-8 place-items-center text-ink3"
            aria-label={isShown ? words.hide : words.show}
            onClick={() => show(!isShown)}
          >
            <Icon size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
