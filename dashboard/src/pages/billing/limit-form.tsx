import { type ReactNode, useState } from 'react'
import { credits, readWhole } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'
import { AmountField } from './amount-field.tsx'

type Saving = { mutate(wanted: number | null): void; isPending: boolean; error: Error | null }

/** Below which balance its owner wants to be told; empty: never. A head may stand above the field. */
export function LimitForm({
  limit,
  saving,
  className = '',
  labelledBy,
  children,
}: {
  limit: number | null
  saving: Saving
  className?: string
  labelledBy?: string
  children?: ReactNode
}) {
  const { billing: words, newKey } = useWords()
  const [text, setText] = useState(limit === null ? '' : credits(limit))
  const wanted = text.trim() === '' ? null : readWhole(text)
  const isWrong = text.trim() !== '' && !wanted
  return (
    <form
      className={`grid gap-4 ${className}`}
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) saving.mutate(wanted)
      }}
    >
      {children}
      <AmountField
        label={words.lowBelow}
        unit={newKey.unit}
        value={text}
        help={words.lowHelp}
        placeholder={words.notWatched}
        wrong={isWrong ? newKey.wrongNumber : undefined}
        onChange={setText}
      />
      {saving.error && <Problem error={saving.error} />}
      <Button type="submit" busy={saving.isPending} className="justify-self-start">
        {words.save}
      </Button>
    </form>
  )
}
