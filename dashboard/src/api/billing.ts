import type { Billing, BillingBody, BillingState, CheckoutBody } from '@atelier/contract'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { call, Refused } from './call.ts'
import { withFreshPassword } from './session.ts'

const PAGE = 100

/** Where the operator sells nothing, there is nothing at these addresses. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}

/** What can be bought, what is owed, and what the owner chose; null where nothing is sold. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: async ({ signal }): Promise<Billing | null> =>
    (await orNull(call('GET /api/account/billing', { signal })))?.billing ?? null,
  staleTime: 60_000,
})

/** Whether credits are sold here. */
export const useIsSold = (): boolean => Boolean(useQuery(billingQuery).data)

export const paymentsQuery = infiniteQueryOptions({
  queryKey: ['payments'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /api/account/payments', { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})

/** Whether the payment of a checkout has arrived. */
export async function findPaymentOf(checkoutId: string, signal: AbortSignal) {
  const { payments } = await call('GET /api/account/payments', { query: { limit: 10 }, signal })
  return payments.find((payment) => payment.checkoutId === checkoutId) ?? null
}

/** The address of the page at Stripe. */
export const startCheckout = async (body: CheckoutBody): Promise<string> =>
  (await call('POST /api/account/checkouts', { body })).checkout.url

export const changeBilling = async (body: BillingBody): Promise<Billing> =>
  (await withFreshPassword(() => call('PATCH /api/account/billing', { body }))).billing

/** What an admin sees of all of that; null where nothing is sold. */
export const billingStateQuery = queryOptions({
  queryKey: ['operator', 'billing'],
  queryFn: ({ signal }): Promise<BillingState | null> => orNull(call('GET /api/admin/billing', { signal })),
  refetchInterval: 15_000,
})

export async function loadAllPayments(cursor: string | undefined, signal: AbortSignal) {
  const page = await call('GET /api/admin/payments', { query: { limit: PAGE, cursor }, signal })
  return { items: page.payments, nextCursor: page.nextCursor }
}
