import type { Session } from '@atelier/contract'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { sendCode, WrongCode } from '../api/session.ts'
import { useWords } from '../words/index.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Problem } from './problem.tsx'

type CodeStepProps = { challenge: string; onDone(session: Session): void }

/** The second step of signing in: a code of the authenticator, or a recovery code. */
export function CodeStep({ challenge, onDone }: CodeStepProps) {
  const { factor: words } = useWords()
  const [code, setCode] = useState('')
  const sending = useMutation({ mutationFn: () => sendCode(challenge, code.trim()), onSuccess: onDone })
  const isWrong = sending.error instanceof WrongCode
  const send = () => code.trim() !== '' && sending.mutate()
  return (
    <div className="grid gap-4">
      <CodeField value={code} onChange={setCode} onEnter={send} wrong={isWrong ? words.wrong : undefined} />
      {sending.error && !isWrong && <Problem error={sending.error} />}
      <Button tone="primary" busy={sending.isPending} onClick={send}>
        {words.send}
      </Button>
    </div>
  )
}

type CodeFieldProps = {
  value: string
  onChange(code: string): void
  onEnter(): void
  wrong: string | undefined
  /** Only codes of the authenticator: recovery codes do not confirm it. */
  isOnlyDigits?: boolean
}

/** No form of its own: it also stands inside of forms. */
export function CodeField({ value, onChange, onEnter, wrong, isOnlyDigits }: CodeFieldProps) {
  const { factor: words } = useWords()
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <Field label={words.code} help={isOnlyDigits ? words.digitsHelp : words.codeHelp} wrong={wrong}>
      {(ids) => (
        <input
          {...ids}
          name="code"
          className="input"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          {...(isOnlyDigits && { inputMode: 'numeric' })}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={enter}
        />
      )}
    </Field>
  )
}
