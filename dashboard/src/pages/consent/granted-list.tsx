import type { Scope } from '@atelier/contract'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../words/index.ts'
import { allScopes } from '../connections/new-key-form.ts'

/** In sentences: what is allowed by these scopes, and what is not. */
export function GrantedList({ chosen }: { chosen: Scope[] }) {
  const { consent: words, newKey } = useWords()
  const others = allScopes.filter((scope) => !chosen.includes(scope))
  return (
    <div className="grid gap-1.5 text-s">
      {chosen.length > 0 && (
        <Lines label={newKey.may} icon={<Check aria-hidden="true" />}>
          {chosen.map((scope) => newKey.scopeHelp[scope])}
        </Lines>
      )}
      <div className="text-ink2">{words.notGranted}</div>
      <Lines label={words.notGranted} icon={<X aria-hidden="true" />}>
        {[...others.map((scope) => newKey.scopeHelp[scope]), words.never]}
      </Lines>
    </div>
  )
}

type LinesProps = { label: string; icon: ReactNode; children: string[] }

const Lines = ({ label, icon, children }: LinesProps) => (
  <ul className="grid gap-1" aria-label={label}>
    {children.map((line) => (
      <li key={line} className="flex items-start gap-2 [&>svg]:mt-[3px] [&>svg]:size-3.5 [&>svg]:shrink-0">
        {icon}
        {line}
      </li>
    ))}
  </ul>
)
