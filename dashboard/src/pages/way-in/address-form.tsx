import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useWords } from '../../words/index.ts'
import { describeEntry } from './describe-entry.ts'
import { isAddress } from './new-account.ts'

type AddressFormProps = { submit: string; onSend(email: string): Promise<void> }

/** Sends a mail to an address. What follows is told in the mail alone. */
export function AddressForm({ submit, onSend }: AddressFormProps) {
  const words = useWords()
  const [isWrong, setWrong] = useState(false)
  const sending = useMutation({ mutationFn: onSend })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    setWrong(!isAddress(email))
    if (isAddress(email) && !sending.isPending) sending.mutate(email)
  }
  if (sending.isSuccess) return <p role="status">{words.wayIn.mailSent}</p>
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <Field label={words.wayIn.email} wrong={isWrong ? words.wayIn.emailWrong : undefined}>
        {(ids) => (
          <input {...ids} name="email" type="email" className="input" autoComplete="username" required />
        )}
      </Field>
      {sending.error && (
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
