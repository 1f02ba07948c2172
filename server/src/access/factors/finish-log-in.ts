import type { CodeBody } from '@atelier/contract'
import { asActor } from '#access/audit'
import { endFormerSession, insertSession, isPasswordCurrent, type LiveSession } from '#access/identity'
import type { Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { isChallengeOf, userOfChallenge } from './challenge.ts'
import { countTry, takeCode } from './take-code.ts'

/**
 * The second step of a log-in. The try is counted first; then one commit uses the code and begins the
 * session, so a crash takes neither without the other. Every wrong thing is answered alike. The session of
 * before ends now: who gives up at this step stays logged in.
 */
export async function finishLogIn(
  db: Db,
  keys: readonly Buffer[],
  { challenge, code }: CodeBody,
  formerToken: string | undefined,
): Promise<{ token: string; session: LiveSession }> {
  const id = userOfChallenge(challenge)
  if (!id) throw wrongCode()
  const own = db.forOwner(id)
  const user = await own.row<{ hash: string; now: number }>(
    `select password_hash as hash, extract(epoch from clock_timestamp())::float8 as now
     from users where id = $1`,
    [id],
  )
  if (!user || !isChallengeOf(keys, { id, passwordHash: user.hash }, challenge, user.now)) throw wrongCode()
  const factor = await countTry(own, id)
  if (!factor?.isOn) throw wrongCode()
  const begun = await asActor(own, { kind: 'session', id }).transaction(async (tx) => {
    if (!(await isPasswordCurrent(tx, id, user.hash))) throw wrongCode()
    if (!(await takeCode(tx, keys, factor, code))) throw wrongCode()
    return insertSession(tx, id)
  })
  await endFormerSession(db, formerToken)
  return begun
}

const wrongCode = () =>
  new Refusal('unauthorized', 'This code is wrong, was used before, or comes too late. Log in again.')
