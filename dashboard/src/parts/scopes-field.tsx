import type { Scope } from '@atelier/contract'
import { Check } from 'lucide-react'
import { useWords } from '../words/index.ts'
import { FieldGroup } from './field.tsx'

type ScopesFieldProps = { offered: Scope[]; chosen: Scope[]; wrong: boolean; onChange(scopes: Scope[]): void }

/** What a key or a client may do; at least one of those that are offered. */
export function ScopesField({ offered, chosen, wrong, onChange }: ScopesFieldProps) {
  const { newKey: words } = useWords()
  const toggle = (scope: Scope) => onChange(offered.filter((one) => (one === scope) !== chosen.includes(one)))
  return (
    <FieldGroup label={words.may} wrong={wrong ? words.scopeMissing : undefined}>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((scope) => (
          <button
            key={scope}
            type="button"
            className="toggle-chip"
            aria-pressed={chosen.includes(scope)}
            title={words.scopeHelp[scope]}
            onClick={() => toggle(scope)}
          >
            {chosen.includes(scope) && <Check aria-hidden="true" />}
            {words.scopes[scope]}
          </button>
        ))}
      </div>
    </FieldGroup>
  )
}
