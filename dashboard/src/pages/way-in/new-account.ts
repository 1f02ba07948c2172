import type { PASSWORD_CHARACTERS_MIN } from '@atelier/contract'
import { Refused } from '../../api/call.ts'

/** The service refuses shorter ones. */
const PASSWORD_MIN: typeof PASSWORD_CHARACTERS_MIN = 12

export type NewAccount = { email: string; password: string }
export type WrongAccount = { email?: 'emailWrong'; password?: 'passwordShort' | 'passwordKnown' }

export const isAddress = (text: string): boolean => /^\S+@\S+$/.test(text)

/** What the form of a new account lacks, before it is sent. An invitation brings its own address. */
export function findWrong({ email, password }: NewAccount, hasEmail: boolean): WrongAccount {
  return {
    ...(hasEmail && !isAddress(email) && { email: 'emailWrong' as const }),
    ...([...password].length < PASSWORD_MIN && { password: 'passwordShort' as const }),
  }
}

/** The same from the answer of the service. It names the field that it refuses. */
export function readWrong(error: unknown): WrongAccount {
  if (!(error instanceof Refused) || error.code !== 'invalid_request') return {}
  if (error.body.field === 'password') return { password: 'passwordKnown' }
  return error.body.field === 'email' ? { email: 'emailWrong' } : {}
}
