import { Field } from '../../parts/field.tsx'

type AmountFieldProps = {
  label: string
  unit: string
  value: string
  help?: string
  /** What an empty field means. */
  placeholder?: string
  wrong: string | undefined
  onChange(value: string): void
}

/** A number with its unit: credits or money. */
export const AmountField = ({ label, unit, value, onChange, ...rest }: AmountFieldProps) => (
  <Field label={label} help={rest.help} wrong={rest.wrong}>
    {(ids) => (
      <div className="input tabular-nums">
        <input
          {...ids}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          placeholder={rest.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="unit">{unit}</span>
      </div>
    )}
  </Field>
)
