import type { Scope } from '@atelier/contract'
import { CeilingField } from '../../parts/ceiling-field.tsx'
import { FieldGroup } from '../../parts/field.tsx'
import { ScopesField } from '../../parts/scopes-field.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useWords } from '../../words/index.ts'
import type { ConsentForm, ConsentProblem } from './consent-form.ts'
import { GrantedList } from './granted-list.tsx'

type ConsentFieldsProps = {
  offered: Scope[]
  form: ConsentForm
  wrong: ConsentProblem[]
  onChange(change: Partial<ConsentForm>): void
}

/** What the owner chooses: scopes, live or test, and how much may be spent. */
export function ConsentFields({ offered, form, wrong, onChange }: ConsentFieldsProps) {
  const { newKey: words, modes } = useWords()
  return (
    <div className="grid gap-[18px]">
      <ScopesField
        offered={offered}
        chosen={form.scopes}
        wrong={wrong.includes('scopes')}
        onChange={(scopes) => onChange({ scopes })}
      />
      <GrantedList chosen={form.scopes} />
      <FieldGroup label={words.mode} help={words.modeHelp}>
        <Segmented
          label={words.mode}
          value={form.mode}
          choices={[
            { value: 'live', label: modes.live },
            { value: 'test', label: modes.test },
          ]}
          onChoose={(mode: 'live' | 'test') => onChange({ mode })}
        />
      </FieldGroup>
      <div className="grid gap-4 phone:grid-cols-2">
        <CeilingField
          label={words.daily}
          value={form.daily}
          wrong={wrong.includes('daily')}
          describe={words.pictures}
          onChange={(daily) => onChange({ daily })}
        />
        <CeilingField
          label={words.perJob}
          value={form.perJob}
          wrong={wrong.includes('perJob')}
          describe={words.picturesPerJob}
          onChange={(perJob) => onChange({ perJob })}
        />
      </div>
    </div>
  )
}
