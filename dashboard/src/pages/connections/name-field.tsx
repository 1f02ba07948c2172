import { Field } from '../../parts/field.tsx'
import { useWords } from '../../words/index.ts'

const NAME_MOST = 200

type NameFieldProps = { name: string; help?: string; isWrong: boolean; onChange(name: string): void }

/** What a key is called. */
export function NameField({ name, help, isWrong, onChange }: NameFieldProps) {
  const { newKey: words } = useWords()
  return (
    <Field label={words.name} help={help} wrong={isWrong ? words.nameMissing : undefined}>
      {(ids) => (
        <input
          {...ids}
          className="input"
          value={name}
          maxLength={NAME_MOST}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
