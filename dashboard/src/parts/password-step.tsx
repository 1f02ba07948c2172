import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeNeeded, isUnauthorized, signIn, useSession } from '../api/session.ts'
import { useWords } from '../words/index.ts'
import { Button } from './button.tsx'
import { CodeStep } from './code-step.tsx'
import { Field } from './field.tsx'
import { Problem } from './problem.tsx'

/** Secrets need a password of the last 15 minutes. Nothing that was typed is lost meanwhile. */
export function PasswordStep({ onDone }: { onDone(): void }) {
  const { password: words, signIn: labels } = useWords()
  const email = useSession()?.user.email ?? ''
  const [password, setPassword] = useState('')
  const signing = useMutation({
    // A wrong password is no end of the session, which this page still has.
    mutationFn: () =>
      signIn(email, password).then(
        () => true,
        (error) => {
          if (isUnauthorized(error)) return false
          throw error
        },
      ),
    onSuccess: (isRight) => isRight && onDone(),
  })
  const confirm = () => password !== '' && signing.mutate()
  if (signing.error instanceof CodeNeeded)
    return (
      <div className="mt-5 rounded-tile bg-warn-wash p-4">
        <CodeStep challenge={signing.error.challenge} onDone={onDone} />
      </div>
    )
  return (
    <div className="mt-5 grid gap-3 rounded-tile bg-warn-wash p-4">
      <p className="text-s">{words.why}</p>
      <Field label={words.label} wrong={signing.data === false ? words.wrong : undefined}>
        {(ids) => (
          <div className="flex gap-2">
            <input
              {...ids}
              type="password"
              className="input"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                confirm()
              }}
            />
            <Button busy={signing.isPending} onClick={confirm}>
              {labels.submit}
            </Button>
          </div>
        )}
      </Field>
      {signing.error && <Problem error={signing.error} />}
    </div>
  )
}
