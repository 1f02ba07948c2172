import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../words/index.ts'
import { Field } from './field.tsx'

type PasswordFieldProps = {
  label: string
  autoComplete: 'current-password' | 'new-password'
  help?: string
  wrong?: string | undefined
}

/** The field `password` of a form. What was typed can be shown. */
export function PasswordField({ label, autoComplete, help, wrong }: PasswordFieldProps) {
  const { signIn: words } = useWords()
  const [isShown, show] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} help={help} wrong={wrong}>
      {(ids) => (
        <div className="input">
          <input
            {...ids}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
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
