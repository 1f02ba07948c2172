import type { Mode } from '../api/addresses.ts'
import { useWords } from '../words/index.ts'
import { FieldGroup } from './field.tsx'
import { Segmented } from './segmented.tsx'

/** Live or test, with what that means. */
export function ModeField({ mode, onChange }: { mode: Mode; onChange(mode: Mode): void }) {
  const { newKey: words, modes } = useWords()
  return (
    <FieldGroup label={words.mode} help={words.modeHelp}>
      <Segmented
        label={words.mode}
        value={mode}
        choices={[
          { value: 'live', label: modes.live },
          { value: 'test', label: modes.test },
        ]}
        onChoose={onChange}
      />
    </FieldGroup>
  )
}
