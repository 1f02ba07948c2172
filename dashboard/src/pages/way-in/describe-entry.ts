import { Refused } from '../../api/call.ts'
import { explain } from '../../api/explain.ts'
import { CookieLost } from '../../api/session.ts'
import { AddressTaken, DeadLink } from '../../api/way-in.ts'
import type { Words } from '../../words/index.ts'

/** Why a user did not come in, in one sentence. Sentences about single fields come from `findWrong`. */
export function describeEntry(error: unknown, words: Words): string {
  if (error instanceof DeadLink) return words.wayIn.deadLink
  if (error instanceof AddressTaken) return words.wayIn.signUp.taken
  if (error instanceof CookieLost) return words.signIn.noCookie
  if (!(error instanceof Refused)) return explain(error, words)
  if (error.code === 'key_inactive') return words.signIn.suspended
  if (error.code === 'rate_limited') return words.signIn.wait(Number(error.body.retryAfterSeconds ?? 60))
  return explain(error, words)
}
