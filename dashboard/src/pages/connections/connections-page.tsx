import type { Key } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type KeyWithSecret, keysQuery, type ListedKey } from '../../api/keys.ts'
import { credits } from '../../format/numbers.ts'
import { KEYS_MOST } from '../../format/prices.ts'
import { nextReset } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { ChangeKeyDialog } from './change-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** What is open over the list. A secret is only here: never in the address, the storage or a log. */
type Opened =
  | { kind: 'new' }
  | { kind: 'secret'; made: KeyWithSecret; graceHours: number | null }
  | { kind: 'change' | 'rotate' | 'revoke'; key: Key }
  | null

export function ConnectionsPage() {
  const { keys: words } = useWords()
  const keys = useQuery(keysQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const openNew = () => setOpened({ kind: 'new' })
  return (
    <>
      <PageHead name={words.title} title={words.title} lede={words.lede}>
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={openNew}>
          {words.new}
        </Button>
      </PageHead>
      {keys.error && <Problem error={keys.error} onRetry={() => keys.refetch()} />}
      {keys.isPending && <KeysSkeleton />}
      {keys.data && (
        <KeyList keys={keys.data} onNew={openNew} onChoose={(kind, key) => setOpened({ kind, key })} />
      )}
      <Connector />
      <Dialogs opened={opened} setOpened={setOpened} />
    </>
  )
}

/** For hosts that take no keys: they ask for a consent instead. */
function Connector() {
  const { keys: words } = useWords()
  const address = `${location.origin}/mcp`
  return (
    <div className="field mt-6">
      <div className="flex items-center justify-between gap-2 text-s text-ink2">
        {words.connector}
        <span>
          <CopyButton text={address} label={words.address} />
        </span>
      </div>
      <div className="code">{address}</div>
    </div>
  )
}

/** What all keys may spend in a day; null when one of them has no ceiling. */
function sumOfCeilings(keys: Key[]): number | null {
  if (keys.length < 2 || keys.some(({ dailyCreditLimit }) => dailyCreditLimit === null)) return null
  return keys.reduce((sum, { dailyCreditLimit }) => sum + (dailyCreditLimit ?? 0), 0)
}

type KeyListProps = {
  keys: ListedKey[]
  onNew(): void
  onChoose(kind: 'change' | 'rotate' | 'revoke', key: Key): void
}

const isOver = (key: Key, now: Date): boolean =>
  key.revokedAt !== null || (key.expiresAt !== null && new Date(key.expiresAt) <= now)

function KeyList({ keys, onNew, onChoose }: KeyListProps) {
  const { words, language } = useLanguage()
  const now = useNow()
  const mode = useMode()
  const [showsEnded, showEnded] = useState(false)
  const working = keys
    .filter((key) => !isOver(key, now))
    // The keys of the other mode are shown too, after those of this one.
    .toSorted((a, b) => Number(b.mode === mode) - Number(a.mode === mode))
  const ended = keys.filter((key) => isOver(key, now))
  const together = sumOfCeilings(working.filter((key) => key.mode === 'live'))
  const rows = showsEnded ? [...working, ...ended] : working
  if (keys.length === 0) {
    return (
      <section className="card empty">
        <p>{words.keys.empty}</p>
        <Button icon={<Plus aria-hidden="true" />} onClick={onNew}>
          {words.keys.new}
        </Button>
      </section>
    )
  }
  return (
    <>
      {rows.length > 0 && (
        <section className="card">
          <ul>
            {rows.map((key) => (
              <KeyRow
                key={key.id}
                shown={key}
                now={now}
                isOver={isOver(key, now)}
                onChoose={(kind) => onChoose(kind, key)}
              />
            ))}
          </ul>
        </section>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-s text-ink3 tabular-nums">
        <span>
          {words.keys.count(working.filter(({ client }) => client === null).length, KEYS_MOST)}{' '}
          {words.keys.resets(nextReset(now, language))}
        </span>
        {together !== null && <span>{words.keys.together(credits(together))}</span>}
        {ended.length > 0 && (
          <Button small tone="quiet" className="ml-auto" onClick={() => showEnded(!showsEnded)}>
            {showsEnded ? words.keys.hideEnded : words.keys.showEnded(ended.length)}
          </Button>
        )}
      </div>
    </>
  )
}

function Dialogs({ opened, setOpened }: { opened: Opened; setOpened(opened: Opened): void }) {
  const close = () => setOpened(null)
  if (opened?.kind === 'new') {
    return (
      <NewKeyDialog
        onClose={close}
        onMade={(made) => setOpened({ kind: 'secret', made, graceHours: null })}
      />
    )
  }
  if (opened?.kind === 'secret') {
    return <SecretDialog made={opened.made} graceHours={opened.graceHours} onClose={close} />
  }
  if (opened?.kind === 'rotate') {
    return (
      <RotateDialog
        shown={opened.key}
        onClose={close}
        onMade={(made, graceHours) => setOpened({ kind: 'secret', made, graceHours })}
      />
    )
  }
  if (opened?.kind === 'change') return <ChangeKeyDialog shown={opened.key} onClose={close} />
  return opened?.kind === 'revoke' ? <RevokeDialog shown={opened.key} onClose={close} /> : null
}

const KeysSkeleton = () => (
  <Waiting>
    <div className="card">
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="key-row">
          <Skeleton className="h-9" />
          <Skeleton className="h-7" />
          <Skeleton className="h-12" />
          <Skeleton className="h-7 w-28" />
        </div>
      ))}
    </div>
  </Waiting>
)
