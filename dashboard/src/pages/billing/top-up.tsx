import type { Billing, CreditPack } from '@atelier/contract'
import { useState } from 'react'
import { PasswordNeeded } from '../../api/session.ts'
import { money } from '../../format/money.ts'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Field } from '../../parts/field.tsx'
import { join } from '../../parts/join-classes.ts'
import { Notice } from '../../parts/notice.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'
import { AmountField } from './amount-field.tsx'
import { currencyOf, newTopUpForm, readTopUpForm, type TopUpForm } from './top-up-form.ts'
import { useChange } from './use-change.ts'

type Given = { billing: Billing }

/** Buys a pack by itself when the balance is low, up to the ceiling of a month. */
export function TopUp({ billing }: Given) {
  const { billing: words } = useWords()
  const { topUp, hasCard } = billing
  return (
    <section className="card grid gap-4 p-4 phone:p-5" aria-labelledby="top-up">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="top-up">{words.topUp}</h2>
        <Chip tone={topUp.on ? 'good' : 'wait'}>{topUp.on ? words.on : words.off}</Chip>
      </div>
      {topUp.stopped && <Notice>{words.stopped[topUp.stopped]}</Notice>}
      {topUp.on && <Month billing={billing} />}
      {hasCard ? <Form billing={billing} /> : <p className="text-s text-ink2">{words.noCard}</p>}
    </section>
  )
}

function Month({ billing: { topUp, packs } }: Given) {
  const { billing: words } = useWords()
  const { spentThisMonth: spent, monthlyCeiling, currency, packId } = topUp
  const ceiling = monthlyCeiling ?? 0
  const price = packs.find(({ id }) => id === packId)?.amount ?? 0
  // The next pack does not fit any more.
  const isNear = spent + price > ceiling
  const share = ceiling === 0 ? 1 : Math.min(1, spent / ceiling)
  return (
    <div className={join('ceil tabular-nums', isNear && 'near')}>
      <div className="label">
        <span>{words.month}</span>
        <span>{words.spentOf(money(spent, currency ?? ''), money(ceiling, currency ?? ''))}</span>
      </div>
      <div
        className="track-bar"
        role="meter"
        aria-label={words.month}
        aria-valuemin={0}
        aria-valuemax={Math.max(ceiling, 1)}
        aria-valuenow={Math.min(spent, Math.max(ceiling, 1))}
      >
        <span className="fill" style={{ width: `${share * 100}%` }} />
      </div>
      {isNear && <p className="mt-2 text-xs text-ink2">{words.monthOver}</p>}
    </div>
  )
}

function Form({ billing }: Given) {
  const { billing: words, newKey } = useWords()
  const [form, setForm] = useState(() => newTopUpForm(billing))
  const [isTried, setTried] = useState(false)
  const saving = useChange(words.topUpSaved)
  const stopping = useChange(words.topUpOff)
  const currency = currencyOf(billing)
  const read = readTopUpForm(form, billing)
  const wrong = isTried && 'wrong' in read ? read.wrong : []
  const price = billing.packs.find(({ id }) => id === form.packId)?.amount ?? 0
  const error = saving.error ?? stopping.error
  const needsPassword = error instanceof PasswordNeeded
  const save = () => {
    if ('topUp' in read) saving.mutate({ topUp: read.topUp })
  }
  const change = (changed: Partial<TopUpForm>) => setForm({ ...form, ...changed })
  return (
    <form
      className="grid gap-4"
      aria-label={words.topUp}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        save()
      }}
    >
      <PackField packs={billing.packs} value={form.packId} onChange={(packId) => change({ packId })} />
      <AmountField
        label={words.below}
        unit={newKey.unit}
        value={form.below}
        wrong={wrong.includes('below') ? words.belowWrong : undefined}
        onChange={(below) => change({ below })}
      />
      <AmountField
        label={words.ceiling}
        unit={currency.toUpperCase()}
        value={form.ceiling}
        wrong={wrong.includes('ceiling') ? words.ceilingWrong(money(price, currency)) : undefined}
        onChange={(ceiling) => change({ ceiling })}
      />
      <p className="text-xs text-ink3">{words.topUpHelp}</p>
      {needsPassword && <PasswordStep onDone={save} />}
      {error && !needsPassword && <Problem error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" busy={saving.isPending}>
          {billing.topUp.on ? words.save : words.switchOn}
        </Button>
        {billing.topUp.on && (
          <Button tone="quiet" busy={stopping.isPending} onClick={() => stopping.mutate({ topUp: null })}>
            {words.switchOff}
          </Button>
        )}
      </div>
    </form>
  )
}

type PackFieldProps = { packs: CreditPack[]; value: string; onChange(packId: string): void }

function PackField({ packs, value, onChange }: PackFieldProps) {
  const { billing: words } = useWords()
  return (
    <Field label={words.pack}>
      {(ids) => (
        <select {...ids} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          {packs.map(({ id, credits: amount, amount: price, currency }) => (
            <option key={id} value={id}>
              {words.packChoice(credits(amount), money(price, currency))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
