import type { Key } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeKey, keysQuery } from '../../api/keys.ts'
import { PasswordNeeded } from '../../api/session.ts'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { CeilingFields } from '../../parts/ceiling-fields.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'
import { readCeiling } from './new-key-form.ts'

const write = (ceiling: number | null): string => (ceiling === null ? '' : credits(ceiling))

/** A key keeps its id, its secret and what it has spent. */
export function ChangeKeyDialog({ shown, onClose }: { shown: Key; onClose(): void }) {
  const { keys: words, newKey, common } = useWords()
  const client = useQueryClient()
  const [name, setName] = useState(shown.name)
  const [form, setForm] = useState({
    daily: write(shown.dailyCreditLimit),
    perJob: write(shown.perJobCreditLimit),
  })
  const [dailyCreditLimit, perJobCreditLimit] = [readCeiling(form.daily), readCeiling(form.perJob)]
  const wrong = [
    ...(Number.isNaN(dailyCreditLimit) ? ['daily'] : []),
    ...(Number.isNaN(perJobCreditLimit) ? ['perJob'] : []),
  ]
  const isReady = name.trim() !== '' && wrong.length === 0
  const changing = useMutation({
    mutationFn: () => changeKey(shown.id, { name: name.trim(), dailyCreditLimit, perJobCreditLimit }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const needsPassword = changing.error instanceof PasswordNeeded
  return (
    <Dialog isOpen onClose={onClose} title={words.changeTitle(shown.name)} text={words.changeText}>
      <div className="grid gap-[18px]">
        <Field label={newKey.name} wrong={name.trim() === '' ? newKey.nameMissing : undefined}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              value={name}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <CeilingFields
          form={form}
          wrong={wrong}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
        {needsPassword && <PasswordStep onDone={() => changing.mutate()} />}
        {changing.error && !needsPassword && <Problem error={changing.error} />}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          tone="primary"
          busy={changing.isPending}
          disabled={!isReady}
          onClick={() => changing.mutate()}
        >
          {words.save}
        </Button>
      </div>
    </Dialog>
  )
}
