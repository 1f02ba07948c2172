import type { AskedConsent } from '@atelier/contract'
import { Notice } from '../../parts/notice.tsx'
import { useWords } from '../../words/index.ts'

/** Who asks. The host is larger than the name: anybody can take a name. */
export function ClientFacts({ asked: { client, warnings } }: { asked: AskedConsent }) {
  const { consent: words } = useWords()
  return (
    <div className="grid gap-3">
      <div className="rounded-tile bg-go-wash px-4 py-3.5">
        <div className="text-s text-ink2">{words.sentTo}</div>
        <div className="text-l font-semibold wrap-anywhere" data-testid="client-host">
          {client.host}
        </div>
        <div className="mt-1 text-s text-ink2 wrap-anywhere">
          {words.callsItself} <span data-testid="client-name">{client.name}</span>
        </div>
      </div>
      {warnings.map((warning) => (
        <Notice key={warning}>{words.warnings[warning]}</Notice>
      ))}
    </div>
  )
}
