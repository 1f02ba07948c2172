import type { Key } from '@atelier/contract'
import { Copy, Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react'
import type { ListedKey } from '../../api/keys.ts'
import { credits } from '../../format/numbers.ts'
import { dayName, roughlyAgo } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { CeilingBar } from '../../parts/ceiling-bar.tsx'
import { Chip } from '../../parts/chip.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { join } from '../../parts/join-classes.ts'
import { Lamp, lampOf } from '../../parts/lamp.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useLanguage, useWords } from '../../words/index.ts'
import { useCheapest } from './use-cheapest.ts'

const SCOPES = 4

type KeyRowProps = { shown: ListedKey; now: Date; isOver: boolean; onChoose(kind: Choice): void }
type Choice = 'change' | 'rotate' | 'revoke'

export function KeyRow({ shown, now, isOver, onChoose }: KeyRowProps) {
  const cheapest = useCheapest(now)(shown)
  return (
    <li className={join('key-row', isOver && 'ended')}>
      <KeyName shown={shown} now={now} />
      <CeilingBar spent={shown.spentToday} ceiling={shown.dailyCreditLimit} cheapest={cheapest} />
      <KeyLimits shown={shown} now={now} />
      {isOver ? <span /> : <KeyActions shown={shown} onChoose={onChoose} />}
    </li>
  )
}

function KeyName({ shown, now }: { shown: Key; now: Date }) {
  const { words, language } = useLanguage()
  const { lastUsedAt } = shown
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Lamp state={shown.revokedAt ? 'quiet' : lampOf(lastUsedAt, now)} />
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{shown.name}</span>
          {shown.mode === 'test' && <Chip tone="warn">{words.modes.test}</Chip>}
        </div>
        <div className="truncate text-xs text-ink3">
          {shown.client ? (
            words.keys.allowed(shown.client.host)
          ) : (
            <span className="mono">{shown.prefix}…</span>
          )}{' '}
          ·{' '}
          {lastUsedAt
            ? words.keys.called(roughlyAgo(new Date(lastUsedAt), now, language))
            : words.keys.neverCalled}
        </div>
      </div>
    </div>
  )
}

function KeyLimits({ shown, now }: { shown: Key; now: Date }) {
  const { words, language } = useLanguage()
  const day = (time: string) => dayName(new Date(time), now, language)
  const { perJobCreditLimit, scopes } = shown
  const limit =
    perJobCreditLimit === null ? words.keys.noPerJob : words.keys.perJob(credits(perJobCreditLimit))
  return (
    <div className="min-w-0">
      <div className="text-s text-ink2 tabular-nums">
        {shown.mode === 'test' && perJobCreditLimit === null ? words.keys.testOnly : limit}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-1">
        {scopes.length === SCOPES ? (
          <Chip>{words.keys.allScopes}</Chip>
        ) : (
          scopes.map((scope) => <Chip key={scope}>{words.newKey.scopes[scope]}</Chip>)
        )}
        <span className="ml-1 text-xs text-ink3">
          {shown.revokedAt
            ? words.keys.revokedOn(day(shown.revokedAt))
            : shown.expiresAt === null
              ? words.keys.noEnd
              : new Date(shown.expiresAt) <= now
                ? words.keys.ended(day(shown.expiresAt))
                : words.keys.ends(day(shown.expiresAt))}
        </span>
      </div>
    </div>
  )
}

function KeyActions({ shown, onChoose }: { shown: Key; onChoose(kind: Choice): void }) {
  const { keys: words, common } = useWords()
  const toast = useToast()
  const copyId = async () => {
    if (await copyText(shown.id)) toast(common.copied)
  }
  const trigger = (
    <Button small iconOnly aria-label={words.moreFor(shown.name)} icon={<Ellipsis aria-hidden="true" />} />
  )
  return (
    <div className="flex gap-2">
      {!shown.client && (
        <Button small className="desk-only inline-flex!" onClick={() => onChoose('rotate')}>
          {words.rotate}
        </Button>
      )}
      <Menu trigger={trigger}>
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onChoose('change')}>
          {words.change}
        </MenuItem>
        {!shown.client && (
          <MenuItem icon={<RotateCw aria-hidden="true" />} onSelect={() => onChoose('rotate')}>
            {words.rotate}
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden="true" />} onSelect={copyId}>
          {words.copyId}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => onChoose('revoke')}>
          {words.revoke}
        </MenuItem>
      </Menu>
    </div>
  )
}
