import type { KeyChange } from '../../api/keys.ts'
import { type EndChoice, endOf, readCeiling } from './new-key-form.ts'

/** What the form holds, as it was typed. `keep`: the end stays as it is. */
export type ChangeForm = {
  name: string
  daily: string
  perJob: string
  end: EndChoice | 'keep'
  endDate: string
}

type ChangeProblem = 'name' | 'daily' | 'perJob' | 'endDate'

/** The body of the request, or which fields are wrong. */
export function readChange(form: ChangeForm, now: Date): { body: KeyChange } | { wrong: ChangeProblem[] } {
  const { end, endDate } = form
  const name = form.name.trim()
  const dailyCreditLimit = readCeiling(form.daily)
  const perJobCreditLimit = readCeiling(form.perJob)
  const expiresAt = end === 'keep' ? undefined : endOf({ end, endDate }, now)
  const wrong = [
    name === '' && 'name',
    Number.isNaN(dailyCreditLimit) && 'daily',
    Number.isNaN(perJobCreditLimit) && 'perJob',
    expiresAt && !(expiresAt > now) && 'endDate',
  ].filter((problem): problem is ChangeProblem => typeof problem === 'string')
  if (wrong.length > 0) return { wrong }
  return {
    body: {
      name,
      dailyCreditLimit,
      perJobCreditLimit,
      ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
    },
  }
}
