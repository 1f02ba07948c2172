import { Field } from '../../parts/field.tsx'
import { useWords } from '../../words/index.ts'
import type { EndChoice } from './new-key-form.ts'

/** The date counts for the choice of one alone. */
type EndForm<Choice extends string = EndChoice> = { end: Choice; endDate: string }

type EndFieldProps<Choice extends string> = {
  form: EndForm<Choice>
  choices: { value: Choice; label: string }[]
  wrong: boolean
  onChange(change: Partial<EndForm<Choice>>): void
}

/** When a key ends by itself. */
export function EndField<Choice extends string>({ form, choices, wrong, onChange }: EndFieldProps<Choice>) {
  const { newKey: words } = useWords()
  return (
    <div className="grid content-start gap-2">
      <Field label={words.ends}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={form.end}
            onChange={(event) => onChange({ end: event.target.value as Choice })}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {form.end === 'date' && (
        <Field label={words.endDate} wrong={wrong ? words.datePast : undefined}>
          {(ids) => (
            <input
              {...ids}
              type="date"
              className="input"
              value={form.endDate}
              onChange={(event) => onChange({ endDate: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** From now on, or on a day. */
export function useEndChoices(): { value: EndChoice; label: string }[] {
  const { newKey: words } = useWords()
  return (Object.entries(words.endChoices) as [EndChoice, string][]).map(([value, label]) => ({
    value,
    label,
  }))
}
