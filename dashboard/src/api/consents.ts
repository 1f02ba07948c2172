import type { AskedConsent, ConsentBody } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from './addresses.ts'
import { call, Refused } from './call.ts'
import { withFreshPassword } from './session.ts'

/** Who asks, and for what. It is asked once: the owner decides about what is shown. */
export const askedConsentQuery = (request: string) =>
  queryOptions({
    queryKey: ['asked consent', request],
    queryFn: async ({ signal }): Promise<AskedConsent> =>
      (await call('POST /api/account/consents/review', { body: { request }, signal })).asked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export type Consent = AnswerOf<'POST /api/account/consents'>

export const giveConsent = (body: ConsentBody): Promise<Consent> =>
  withFreshPassword(() => call('POST /api/account/consents', { body }))

/** Where a refused request may go back to. The service names it only when it knows the client. */
export function findWayBack(error: unknown): string | undefined {
  const { redirectTo } = error instanceof Refused ? (error.body as { redirectTo?: unknown }) : {}
  return typeof redirectTo === 'string' ? redirectTo : undefined
}
