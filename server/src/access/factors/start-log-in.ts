import { type LiveSession, logIn, SecondStepNeeded } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { writeChallenge } from './challenge.ts'

type Begun = { token: string; session: LiveSession }

/** The first step of a log-in: a session, or the challenge of the second step. */
export async function startLogIn(
  db: Db,
  keys: readonly Buffer[],
  credentials: { email: string; password: string },
  formerToken: string | undefined,
): Promise<Begun | { challenge: string }> {
  try {
    return await logIn(db, credentials, formerToken)
  } catch (error) {
    if (!(error instanceof SecondStepNeeded)) throw error
    const [key] = keys
    if (!key) throw new Refusal('service_unavailable', 'The operator must restore the setting FACTOR_KEYS.')
    return { challenge: writeChallenge(key, error.user, error.nowSeconds) }
  }
}
