import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerLost } from '../../api/call.ts'
import { createKey, type KeyWithSecret, keysQuery } from '../../api/keys.ts'
import { PasswordNeeded } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CeilingFields } from '../../parts/ceiling-fields.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FieldGroup } from '../../parts/field.tsx'
import { ModeField } from '../../parts/mode-field.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ScopesField } from '../../parts/scopes-field.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { EndField, useEndChoices } from './end-field.tsx'
import { NameField } from './name-field.tsx'
import { allScopes, type KeyForm, type KeyFormProblem, readKeyForm } from './new-key-form.ts'

type NewKeyDialogProps = { onClose(): void; onMade(made: KeyWithSecret): void }

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { newKey: words } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const [wrong, setWrong] = useState<KeyFormProblem[]>([])
  const [form, setForm] = useState<KeyForm>({
    name: '',
    mode,
    outcomes: 'well',
    daily: '6,000',
    perJob: '1,600',
    scopes: allScopes,
    end: 'never',
    endDate: '',
  })
  const creating = useMutation({
    mutationFn: createKey,
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  // What was wrong is no longer known to be wrong once it is changed.
  const change = (changed: Partial<KeyForm>) => {
    setForm({ ...form, ...changed })
    setWrong(wrong.filter((field) => !(field in changed)))
  }
  const submit = () => {
    const read = readKeyForm(form, new Date())
    setWrong('wrong' in read ? read.wrong : [])
    if ('body' in read) creating.mutate(read.body)
  }
  const needsPassword = creating.error instanceof PasswordNeeded
  return (
    <Dialog isOpen onClose={onClose} title={words.title} aside={words.step(1)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <KeyFields form={form} wrong={wrong} onChange={change} />
        {needsPassword && <PasswordStep onDone={submit} />}
        {creating.error instanceof AnswerLost && (
          <p className="note mt-4" role="alert">
            {words.lost}
          </p>
        )}
        {creating.error && !needsPassword && !(creating.error instanceof AnswerLost) && (
          <div className="mt-4">
            <Problem error={creating.error} />
          </div>
        )}
        <Footer isBusy={creating.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

function Footer({ isBusy, onClose }: { isBusy: boolean; onClose(): void }) {
  const { newKey, common } = useWords()
  return (
    <div className="mt-6 flex justify-end gap-2">
      <Button tone="quiet" onClick={onClose}>
        {common.cancel}
      </Button>
      <Button type="submit" tone="primary" busy={isBusy}>
        {newKey.create}
      </Button>
    </div>
  )
}

type FieldsProps = { form: KeyForm; wrong: KeyFormProblem[]; onChange(change: Partial<KeyForm>): void }

function KeyFields({ form, wrong, onChange }: FieldsProps) {
  const { newKey: words } = useWords()
  const isWrong = (field: KeyFormProblem) => wrong.includes(field)
  const ends = useEndChoices()
  return (
    <div className="grid gap-[18px]">
      <NameField
        name={form.name}
        help={words.nameHelp}
        isWrong={isWrong('name')}
        onChange={(name) => onChange({ name })}
      />
      <ModeField mode={form.mode} onChange={(mode) => onChange({ mode })} />
      {form.mode === 'test' && (
        <FieldGroup label={words.outcomes} help={words.outcomesHelp}>
          <Segmented
            label={words.outcomes}
            value={form.outcomes}
            choices={[
              { value: 'well', label: words.outcomeChoices.well },
              { value: 'mixed', label: words.outcomeChoices.mixed },
            ]}
            onChoose={(outcomes) => onChange({ outcomes })}
          />
        </FieldGroup>
      )}
      <CeilingFields form={form} wrong={wrong} onChange={onChange} />
      <div className="grid gap-4 phone:grid-cols-2">
        <ScopesField
          offered={allScopes}
          chosen={form.scopes}
          wrong={isWrong('scopes')}
          onChange={(scopes) => onChange({ scopes })}
        />
        <EndField form={form} choices={ends} wrong={isWrong('endDate')} onChange={onChange} />
      </div>
    </div>
  )
}
