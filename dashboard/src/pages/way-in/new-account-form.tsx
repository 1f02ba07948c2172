import type { Session } from '@atelier/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useWords } from '../../words/index.ts'
import { describeEntry } from './describe-entry.ts'
import { findWrong, type NewAccount, readWrong, type WrongAccount } from './new-account.ts'
import { useEnter } from './use-enter.ts'

type NewAccountFormProps = {
  submit: string
  /** false: an invitation brings its own address. */
  hasEmail: boolean
  onSend(account: NewAccount): Promise<Session>
}

/** Address and password of a new account. Its user is signed in afterwards. */
export function NewAccountForm({ submit, hasEmail, onSend }: NewAccountFormProps) {
  const words = useWords()
  const enter = useEnter()
  const [missing, setMissing] = useState<WrongAccount>({})
  const sending = useMutation({ mutationFn: onSend, onSuccess: enter })
  const refused = readWrong(sending.error)
  const wrong = { ...refused, ...missing }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const account = { email: String(form.get('email') ?? '').trim(), password: String(form.get('password')) }
    const found = findWrong(account, hasEmail)
    setMissing(found)
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate(account)
  }
  const isTold = wrong.email !== undefined || wrong.password !== undefined
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      {hasEmail && (
        <Field label={words.wayIn.email} wrong={wrong.email && words.wayIn[wrong.email]}>
          {(ids) => (
            <input {...ids} name="email" type="email" className="input" autoComplete="username" required />
          )}
        </Field>
      )}
      <PasswordField
        label={words.wayIn.password}
        autoComplete="new-password"
        help={words.wayIn.passwordHelp}
        wrong={wrong.password && words.wayIn[wrong.password]}
      />
      {sending.error && !isTold && (
        <p className="note" role="alert">
          {describeEntry(sending.error, words)}
        </p>
      )}
      <Button type="submit" tone="primary" busy={sending.isPending} className="mt-1">
        {submit}
      </Button>
    </form>
  )
}
