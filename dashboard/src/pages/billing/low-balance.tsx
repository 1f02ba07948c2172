import type { Billing } from '@atelier/contract'
import { useState } from 'react'
import { credits, readWhole } from '../../format/numbers.ts'
import { when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage } from '../../words/index.ts'
import { AmountField } from './amount-field.tsx'
import { useChange } from './use-change.ts'

/** Below which balance its owner wants to be told. */
export function LowBalance({ billing: { lowBalance } }: { billing: Billing }) {
  const { words, language } = useLanguage()
  const { billing: page, newKey } = words
  const now = useNow()
  const [text, setText] = useState(lowBalance.credits === null ? '' : credits(lowBalance.credits))
  const changing = useChange(page.saved)
  const wanted = text.trim() === '' ? null : readWhole(text)
  const isWrong = text.trim() !== '' && !wanted
  return (
    <form
      className="card grid gap-4 p-4 phone:p-5"
      aria-labelledby="low"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) changing.mutate({ lowBalanceCredits: wanted })
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="low">{page.low}</h2>
        {lowBalance.isLow && (
          <Chip tone="warn">
            {lowBalance.since === null
              ? page.isLow
              : page.lowSince(when(new Date(lowBalance.since), now, language))}
          </Chip>
        )}
      </div>
      <AmountField
        label={page.lowBelow}
        unit={newKey.unit}
        value={text}
        help={page.lowHelp}
        placeholder={page.notWatched}
        wrong={isWrong ? newKey.wrongNumber : undefined}
        onChange={setText}
      />
      {changing.error && <Problem error={changing.error} />}
      <Button type="submit" busy={changing.isPending} className="justify-self-start">
        {page.save}
      </Button>
    </form>
  )
}
