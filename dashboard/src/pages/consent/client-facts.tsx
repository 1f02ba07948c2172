import type { AskedConsent } from '@atelier/contract'
import type { ReactNode } from 'react'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../words/index.ts'

/** Who asks. The hosts are larger than the name: anybody can take a name. */
export function ClientFacts({ asked: { client, warnings } }: { asked: AskedConsent }) {
  const { consent: words } = useWords()
  return (
    <div className="grid gap-3">
      <dl className="grid gap-3 rounded-tile bg-go-wash px-4 py-3.5">
        <div>
          <dt className="text-s text-ink2">{words.whoAsks}</dt>
          <Host testId="client-verified">{client.verifiedHost ?? words.nobody}</Host>
          <dd className="text-s text-ink2 wrap-anywhere">
            {words.callsItself} <span data-testid="client-name">{client.name}</span>
          </dd>
        </div>
        <div>
          <dt className="text-s text-ink2">{words.sentTo}</dt>
          <Host testId="client-host">{client.host}</Host>
        </div>
      </dl>
      {warnings.map((warning) => (
        <Notice key={warning}>{words.warnings[warning]}</Notice>
      ))}
    </div>
  )
}

const Host = ({ testId, children }: { testId: string; children: ReactNode }) => (
  <dd className="text-l font-semibold wrap-anywhere" data-testid={testId}>
    {children}
  </dd>
)
