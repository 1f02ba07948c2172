import { type RefusalCode, refusals } from '@atelier/contract'

/**
 * A request that is answered with "no": a code of the closed table, a sentence, and what the code promises
 * beside it.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: RefusalCode, sentence: string, extra: Record<string, unknown> = {}, headers = {}) {
    super(sentence)
    this.code = code
    this.extra = extra
    this.headers = headers
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** What a schema did not take: the first thing that is wrong, by its name. */
export function invalidField(issues: { path: PropertyKey[]; message: string }[], whole: string): Refusal {
  const [issue] = issues
  const field = String(issue?.path[0] ?? whole)
  return new Refusal('invalid_request', `${field}: ${issue?.message ?? 'is wrong'}.`, { field })
}
