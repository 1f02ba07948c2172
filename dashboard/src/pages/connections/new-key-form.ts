import type { Scope } from '@atelier/contract'
import type { NewKey } from '../../api/keys.ts'
import { readWhole } from '../../format/numbers.ts'
import type { Words } from '../../words/index.ts'

export type EndChoice = keyof Words['newKey']['endChoices']

export const allScopes: Scope[] = ['read', 'generate', 'cep', 'knowledge']

/** What the form holds, as it was typed. */
export type KeyForm = {
  name: string
  mode: 'live' | 'test'
  /** Of a test key: whether some of its jobs fail. */
  outcomes: 'well' | 'mixed'
  daily: string
  perJob: string
  scopes: Scope[]
  end: EndChoice
  endDate: string
}

export type KeyFormProblem = 'name' | 'daily' | 'perJob' | 'scopes' | 'endDate'

const END_DAYS: Partial<Record<EndChoice, number>> = { week: 7, month: 30, year: 365 }
const DAY_MS = 86_400_000
/** What the help of the field says. */
const MIX = { seed: 1, percent: { fail: 10, slow: 10, hang: 5 } }

/** An empty field is no ceiling; NaN what is no whole number. */
export const readCeiling = (text: string): number | null =>
  text.trim() === '' ? null : (readWhole(text) ?? Number.NaN)

/** The end of a chosen day on the clock of the reader. */
export function endOf({ end, endDate }: Pick<KeyForm, 'end' | 'endDate'>, now: Date): Date | null {
  if (end === 'never') return null
  if (end === 'date') return new Date(`${endDate}T23:59:59`)
  return new Date(now.getTime() + (END_DAYS[end] ?? 0) * DAY_MS)
}

/** The body of the request, or which fields are wrong. */
export function readKeyForm(form: KeyForm, now: Date): { body: NewKey } | { wrong: KeyFormProblem[] } {
  const daily = readCeiling(form.daily)
  const perJob = readCeiling(form.perJob)
  const end = endOf(form, now)
  const name = form.name.trim()
  const wrong = [
    name === '' && 'name',
    Number.isNaN(daily) && 'daily',
    Number.isNaN(perJob) && 'perJob',
    form.scopes.length === 0 && 'scopes',
    end !== null && !(end > now) && 'endDate',
  ].filter((problem): problem is KeyFormProblem => problem !== false)
  if (wrong.length > 0) return { wrong }
  return {
    body: {
      name,
      mode: form.mode,
      scopes: form.scopes,
      dailyCreditLimit: daily,
      perJobCreditLimit: perJob,
      expiresAt: end === null ? null : end.toISOString(),
      testMix: form.mode === 'test' && form.outcomes === 'mixed' ? MIX : null,
    },
  }
}
