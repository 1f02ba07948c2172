import { useWords } from '../words/index.ts'
import { CeilingField } from './ceiling-field.tsx'

type Ceilings = { daily: string; perJob: string }

type CeilingFieldsProps = {
  form: Ceilings
  wrong: readonly string[]
  onChange(change: Partial<Ceilings>): void
}

/** How much may be spent in a day and for one job. */
export function CeilingFields({ form, wrong, onChange }: CeilingFieldsProps) {
  const { newKey: words } = useWords()
  return (
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
  )
}
