import type { Notices } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeNotices, noticesQuery } from '../../api/account.ts'
import { billingQuery } from '../../api/billing.ts'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { LimitForm } from '../billing/limit-form.tsx'

/** Below which balance the owner gets a mail. Also where nothing is sold, and there is no page Billing. */
export function BalanceLimit({ notices: { lowBalanceCredits } }: { notices: Notices }) {
  const { billing: words } = useWords()
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
  return <LimitForm limit={lowBalanceCredits} saving={saving} />
}
