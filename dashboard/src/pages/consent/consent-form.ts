import type { AskedConsent, ConsentBody, Scope } from '@atelier/contract'
import { readCeiling } from '../connections/new-key-form.ts'

/** What the owner chose, as it was typed. */
export type ConsentForm = { scopes: Scope[]; mode: 'live' | 'test'; daily: string; perJob: string }

export type ConsentProblem = 'scopes' | 'daily' | 'perJob'

/** The same ceilings as a new key has. */
export const newConsentForm = ({ scopes }: AskedConsent): ConsentForm => ({
  scopes,
  mode: 'live',
  daily: '6,000',
  perJob: '1,600',
})

/** The body of the request, or which fields are wrong. A refusal needs no choice. */
export function readConsentForm(
  request: string,
  decision: ConsentBody['decision'],
  form: ConsentForm,
): { body: ConsentBody } | { wrong: ConsentProblem[] } {
  const [daily, perJob] = [readCeiling(form.daily), readCeiling(form.perJob)]
  const { scopes, mode } = form
  if (decision === 'refuse')
    return {
      body: {
        request,
        decision,
        scopes: ['read'],
        mode: 'live',
        dailyCreditLimit: null,
        perJobCreditLimit: null,
      },
    }
  const wrong = [
    scopes.length === 0 && 'scopes',
    Number.isNaN(daily) && 'daily',
    Number.isNaN(perJob) && 'perJob',
  ].filter((problem): problem is ConsentProblem => problem !== false)
  if (wrong.length > 0) return { wrong }
  return { body: { request, decision, scopes, mode, dailyCreditLimit: daily, perJobCreditLimit: perJob } }
}
