import type { Scope } from '@atelier/contract'
import { CeilingFields } from '../../parts/ceiling-fields.tsx'
import { ModeField } from '../../parts/mode-field.tsx'
import { ScopesField } from '../../parts/scopes-field.tsx'
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
  return (
    <div className="grid gap-[18px]">
      <ScopesField
        offered={offered}
        chosen={form.scopes}
        wrong={wrong.includes('scopes')}
        onChange={(scopes) => onChange({ scopes })}
      />
      <GrantedList chosen={form.scopes} />
      <ModeField mode={form.mode} onChange={(mode) => onChange({ mode })} />
      <CeilingFields form={form} wrong={wrong} onChange={onChange} />
    </div>
  )
}
