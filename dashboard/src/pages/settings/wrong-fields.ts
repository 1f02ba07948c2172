import type { PASSWORD_CHARACTERS_MIN } from '@atelier/contract'

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
