import type { FactorState } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from './addresses.ts'
import { call } from './call.ts'
import { PasswordNeeded, WrongCode, withFreshPassword } from './session.ts'

export const factorQuery = queryOptions({
  queryKey: ['factor'],
  queryFn: async ({ signal }): Promise<FactorState> =>
    (await call('GET /api/account/factor', { signal })).factor,
})

export type FactorSecret = AnswerOf<'POST /api/account/factor'>

export const startFactor = (): Promise<FactorSecret> =>
  withFreshPassword(() => call('POST /api/account/factor'))

/** Returns the recovery codes. A wrong code is refused like a session that has ended; this one has not. */
export async function confirmFactor(code: string): Promise<string[]> {
  try {
    const body = { code }
    return (await withFreshPassword(() => call('POST /api/account/factor/confirm', { body }))).recoveryCodes
  } catch (error) {
    throw error instanceof PasswordNeeded ? new WrongCode('The code is wrong.') : error
  }
}

export const replaceRecoveryCodes = async (): Promise<string[]> =>
  (await withFreshPassword(() => call('POST /api/account/factor/recovery-codes'))).recoveryCodes

export const removeFactor = (): Promise<unknown> =>
  withFreshPassword(() => call('DELETE /api/account/factor'))
