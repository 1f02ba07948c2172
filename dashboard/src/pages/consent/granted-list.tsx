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
    <div className="grid gap-3 text-s">
      {chosen.length > 0 && (
        <Lines title={words.granted} icon={<Check aria-hidden="true" />}>
          {chosen.map((scope) => newKey.scopeHelp[scope])}
        </Lines>
      )}
      <Lines title={words.notGranted} icon={<X aria-hidden="true" />}>
        {[...others.map((scope) => newKey.scopeHelp[scope]), words.never]}
      </Lines>
    </div>
  )
}

type LinesProps = { title: string; icon: ReactNode; children: string[] }

const Lines = ({ title, icon, children }: LinesProps) => (
  <div>
    <div className="text-ink2">{title}</div>
    <ul className="mt-1 grid gap-1">
      {children.map((line) => (
        <li key={line} className="flex items-start gap-2 [&>svg]:mt-[3px] [&>svg]:size-3.5 [&>svg]:shrink-0">
          {icon}
          {line}
        </li>
      ))}
    </ul>
  </div>
)
