import type { Key } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeKey, type KeyChange, keysQuery } from '../../api/keys.ts'
import { PasswordNeeded } from '../../api/session.ts'
import { credits } from '../../format/numbers.ts'
import { dayName } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { CeilingFields } from '../../parts/ceiling-fields.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { type ChangeForm, readChange } from './change-key-form.ts'
import { EndField, useEndChoices } from './end-field.tsx'
import { NameField } from './name-field.tsx'

type ChangeKeyDialogProps = { shown: Key; onClose(): void }

const write = (ceiling: number | null): string => (ceiling === null ? '' : credits(ceiling))

/** A key keeps its id, its secret and what it has spent. */
export function ChangeKeyDialog({ shown, onClose }: ChangeKeyDialogProps) {
  const { keys: words, common } = useWords()
  const client = useQueryClient()
  const [form, setForm] = useState<ChangeForm>({
    name: shown.name,
    daily: write(shown.dailyCreditLimit),
    perJob: write(shown.perJobCreditLimit),
    end: 'keep',
    endDate: '',
  })
  const read = readChange(form, new Date())
  const changing = useMutation({
    mutationFn: (body: KeyChange) => changeKey(shown.id, body),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const save = () => {
    if ('body' in read) changing.mutate(read.body)
  }
  const needsPassword = changing.error instanceof PasswordNeeded
  return (
    <Dialog isOpen onClose={onClose} title={words.changeTitle(shown.name)} text={words.changeText}>
      <div className="grid gap-[18px]">
        <ChangeFields
          shown={shown}
          form={form}
          wrong={'wrong' in read ? read.wrong : []}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
        {needsPassword && <PasswordStep onDone={save} />}
        {changing.error && !needsPassword && <Problem error={changing.error} />}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="primary" busy={changing.isPending} disabled={'wrong' in read} onClick={save}>
          {words.save}
        </Button>
      </div>
    </Dialog>
  )
}

type ChangeFieldsProps = {
  shown: Key
  form: ChangeForm
  wrong: string[]
  onChange(change: Partial<ChangeForm>): void
}

function ChangeFields({ shown: { expiresAt }, form, wrong, onChange }: ChangeFieldsProps) {
  const { words, language } = useLanguage()
  const { newKey, keys } = words
  const now = useNow()
  const choices = useEndChoices()
  const end = expiresAt === null ? keys.noEnd : keys.ends(dayName(new Date(expiresAt), now, language))
  return (
    <>
      <NameField name={form.name} isWrong={wrong.includes('name')} onChange={(name) => onChange({ name })} />
      <CeilingFields form={form} wrong={wrong} onChange={onChange} />
      <EndField
        form={form}
        choices={[{ value: 'keep', label: newKey.endKept(end) }, ...choices]}
        // A day that was not chosen yet is not called wrong; it cannot be saved either.
        wrong={wrong.includes('endDate') && form.endDate !== ''}
        onChange={onChange}
      />
    </>
  )
}
