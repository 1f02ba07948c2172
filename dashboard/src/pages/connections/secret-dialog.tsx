import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type KeyWithSecret, keysQuery } from '../../api/keys.ts'
import { credits } from '../../format/numbers.ts'
import { stopwatch, when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { join } from '../../parts/join-classes.ts'
import { Lamp } from '../../parts/lamp.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, useWords, type Words } from '../../words/index.ts'

const POLL_MS = 3_000
const HOUR_MS = 3_600_000

type SecretDialogProps = {
  made: KeyWithSecret
  /** How long the old secret still works; null for a new key. */
  graceHours: number | null
  onClose(): void
}

/** The only place and time a secret is shown. Closing before it is saved asks once. */
export function SecretDialog({ made, graceHours, onClose }: SecretDialogProps) {
  const { secret: words, newKey } = useWords()
  const [asks, setAsks] = useState(false)
  const { name } = made.key
  if (asks) {
    return (
      <Dialog isOpen onClose={() => setAsks(false)} title={words.closeTitle} text={words.closeText} narrow>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {words.closeAnyway}
          </Button>
          <Button tone="primary" onClick={() => setAsks(false)}>
            {words.back}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen
      onClose={() => setAsks(true)}
      title={graceHours === null ? words.title(name) : words.newSecret(name)}
      aside={graceHours === null ? newKey.step(2) : undefined}
      text={words.once}
    >
      <div className="grid gap-5">
        <SecretLines secret={made.secret} />
        {graceHours === null ? <FirstCall made={made} /> : <Grace hours={graceHours} />}
        <div className="flex flex-wrap items-center gap-3">
          <span className="grow text-xs text-ink3">{limitsOf(made, words)}</span>
          <Button tone="primary" onClick={onClose} className="max-phone:w-full">
            {words.saved}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function limitsOf({ key }: KeyWithSecret, words: Words['secret']): string {
  const daily = key.dailyCreditLimit === null ? null : credits(key.dailyCreditLimit)
  const perJob = key.perJobCreditLimit === null ? null : credits(key.perJobCreditLimit)
  if (daily !== null && perJob !== null) return words.limits(daily, perJob)
  if (daily !== null) return words.dailyOnly(daily)
  return perJob === null ? words.noLimits : words.perJobOnly(perJob)
}

/** What `connect.py` sets up; without `--host` it is the first one. */
const hosts = {
  hermes: 'Hermes Agent',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  vscode: 'VS Code',
  gemini: 'Gemini CLI',
  openclaw: 'OpenClaw',
}
type Host = keyof typeof hosts

function SecretLines({ secret }: { secret: string }) {
  const { secret: words } = useWords()
  const [host, setHost] = useState<Host>('hermes')
  const option = host === 'hermes' ? '' : ` --host ${host}`
  const lines = [
    `curl -fsSO ${location.origin}/api/mcp/connect.py`,
    `uv run --script connect.py ${location.origin}${option} --extra-tools`,
  ]
  return (
    <>
      <div className="field">
        <div className="flex items-center justify-between gap-2">
          {words.copyIt}
          <span>
            <CopyButton primary text={secret} label={words.copyIt} />
          </span>
        </div>
        <div className="code outlined" data-testid="secret">
          {secret}
        </div>
      </div>
      <Field label={words.host} help={words.hostHelp}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={host}
            onChange={({ target }) => setHost(target.value as Host)}
          >
            {Object.entries(hosts).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="field">
        <div className="flex items-center justify-between gap-2">
          {words.paste}
          <span>
            <CopyButton text={`${lines.join('\n')}\n`} label={words.paste} />
          </span>
        </div>
        <div className="code">
          {lines.map((line) => (
            <p key={line}>
              <span className="text-ink3 select-none">$</span> {line}
            </p>
          ))}
        </div>
        <span className="help">{words.help}</span>
      </div>
    </>
  )
}

/** Looks at the list until the key has been used once. */
function FirstCall({ made }: { made: KeyWithSecret }) {
  const { secret: words } = useWords()
  const [since] = useState(() => Date.now())
  const now = useNow(1_000)
  const keys = useQuery({ ...keysQuery, refetchInterval: POLL_MS })
  const isConnected = keys.data?.find(({ id }) => id === made.key.id)?.lastUsedAt != null
  return (
    <div
      role="status"
      className={join(
        'flex items-center gap-3 rounded-tile px-4 py-3.5',
        isConnected ? 'bg-good-wash' : 'bg-go-wash',
      )}
    >
      <Lamp state={isConnected ? 'on' : 'never'} />
      <div className="min-w-0 grow">
        <div className="font-medium">{isConnected ? words.arrived : words.waiting}</div>
        <div className="text-xs text-ink2">{isConnected ? words.arrivedHelp : words.waitingHelp}</div>
      </div>
      {!isConnected && (
        <span className="text-xs whitespace-nowrap text-ink2 tabular-nums" aria-hidden="true">
          {stopwatch((now.getTime() - since) / 1000)}
        </span>
      )}
    </div>
  )
}

function Grace({ hours }: { hours: number }) {
  const { words, language } = useLanguage()
  const [now] = useState(() => new Date())
  const until = new Date(now.getTime() + hours * HOUR_MS)
  return (
    <p className="note warn">
      {hours === 0 ? words.secret.graceNone : words.secret.grace(when(until, now, language))}
    </p>
  )
}
