import type { PASSWORD_CHARACTERS_MIN } from '@atelier/contract'
import { Refused } from '../../api/call.ts'

export const LEAST: typeof PASSWORD_CHARACTERS_MIN = 12

export type PasswordFields = { old: string; fresh: string; again: string }

/** Which fields are not ready to be sent. */
export const wrongFields = ({
  old,
  fresh,
  again,
}: PasswordFields): { old: boolean; fresh: boolean; again: boolean } => ({
  old: old === '',
  fresh: fresh.length < LEAST,
  again: fresh !== again,
})

/** The service refuses a new password that is among the first that are guessed. */
export const isGuessed = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'invalid_request' && error.body.field === 'newPassword'
