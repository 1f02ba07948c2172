import { readWhole } from '../format/numbers.ts'
import { IMAGE_PRICE } from '../format/prices.ts'
import { useWords } from '../words/index.ts'
import { Field } from './field.tsx'

type CeilingFieldProps = {
  label: string
  value: string
  wrong: boolean
  describe(pictures: number): string
  onChange(value: string): void
}

/** An amount of credits, with what it buys below; empty is no ceiling. */
export function CeilingField({ label, value, wrong, describe, onChange }: CeilingFieldProps) {
  const { newKey: words } = useWords()
  const amount = readWhole(value)
  const pictures = Math.floor((amount ?? 0) / IMAGE_PRICE)
  const help =
    amount === null ? words.noCeilingHelp : pictures === 0 ? words.lessThanPicture : describe(pictures)
  return (
    <Field label={label} help={help} wrong={wrong ? words.wrongNumber : undefined}>
      {(ids) => (
        <div className="input tabular-nums">
          <input
            {...ids}
            inputMode="numeric"
            value={value}
            placeholder={words.none}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="unit">{words.unit}</span>
        </div>
      )}
    </Field>
  )
}
