import type { Notices } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeNotices, noticesQuery } from '../../api/account.ts'
import { billingQuery } from '../../api/billing.ts'
import { credits, readWhole } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { AmountField } from '../billing/amount-field.tsx'

/** Below which balance the owner gets a mail. Also where nothing is sold, and there is no page Billing. */
export function BalanceLimit({ notices: { lowBalanceCredits } }: { notices: Notices }) {
  const { billing: words, newKey } = useWords()
  const [text, setText] = useState(lowBalanceCredits === null ? '' : credits(lowBalanceCredits))
  const client = useQueryClient()
  const toast = useToast()
  const saving = useMutation({
    mutationFn: (wanted: number | null) => changeNotices({ lowBalanceCredits: wanted }),
    onSuccess: (saved) => {
      client.setQueryData(noticesQuery.queryKey, saved)
      void client.invalidateQueries({ queryKey: billingQuery.queryKey })
      toast(words.saved)
    },
  })
  const wanted = text.trim() === '' ? null : readWhole(text)
  const isWrong = text.trim() !== '' && !wanted
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) saving.mutate(wanted)
      }}
    >
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
