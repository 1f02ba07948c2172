import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { finishReset } from '../../api/way-in.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useWords } from '../../words/index.ts'
import { describeEntry } from './describe-entry.ts'
import { EntryCard } from './entry-card.tsx'
import { findWrong, readWrong, type WrongAccount } from './new-account.ts'
import { ToSignIn } from './to-sign-in.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The link of the mail sets a new password. Nobody is signed in by it. */
export function ResetPage() {
  const { wayIn } = useWords()
  const token = useLinkToken()
  return (
    <EntryCard title={wayIn.reset.title} lede={token ? wayIn.reset.lede : wayIn.noToken} below={<ToSignIn />}>
      {token && <ResetForm key={token} token={token} />}
    </EntryCard>
  )
}

function ResetForm({ token }: { token: string }) {
  const words = useWords()
  const [missing, setMissing] = useState<WrongAccount>({})
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (password: string) => finishReset({ token, password }),
    // The session of this browser has ended, too.
    onSuccess: () => client.clear(),
  })
  const wrong = { ...readWrong(sending.error), ...missing }.password
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    const found = findWrong({ email: '', password }, false)
    setMissing(found)
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate(password)
  }
  if (sending.isSuccess) return <p role="status">{words.wayIn.reset.done}</p>
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <PasswordField
        label={words.wayIn.password}
        autoComplete="new-password"
        help={words.wayIn.passwordHelp}
        wrong={wrong && words.wayIn[wrong]}
      />
      {sending.error && !wrong && (
        <p className="note" role="alert">
          {describeEntry(sending.error, words)}
        </p>
      )}
      <Button type="submit" tone="primary" busy={sending.isPending} className="mt-1">
        {words.wayIn.reset.submit}
      </Button>
    </form>
  )
}
