import type { RefusalCode } from '@atelier/contract'
import type { Words } from '../words/index.ts'
import { AnswerLost, Refused } from './call.ts'

/**
 * One sentence about what went wrong and one about the credits, from `code` and `charged`: the service writes
 * English for programs, the page writes for people.
 */
export function explain(error: unknown, words: Words): string {
  if (error instanceof AnswerLost) return words.refusals.lost
  if (!(error instanceof Refused)) return words.refusals.broken
  const { code, charged, body, requestId } = error
  if (charged === 'unknown') return words.refusals.unknownCharge
  const write: (body: Record<string, unknown>, error: string) => string =
    words.refusals.byCode[code as RefusalCode] ?? (() => words.refusals.elseWise(requestId))
  return words.common.sentences(write(body, body.error), words.refusals.charged[charged])
}
