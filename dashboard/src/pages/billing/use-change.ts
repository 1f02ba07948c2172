import type { BillingBody } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { billingQuery, changeBilling } from '../../api/billing.ts'
import { useToast } from '../../parts/toast.tsx'

/** Saves what the owner chose, and says so. */
export function useChange(said: string) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: BillingBody) => changeBilling(body),
    onSuccess: (billing) => {
      client.setQueryData(billingQuery.queryKey, billing)
      toast(said)
    },
  })
}
