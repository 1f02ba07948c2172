import { asActor } from '#access/audit'
import type { Db, Tx } from '#platform/db'

/** A consent ends after a year, however often its client refreshes: then the owner is asked again. */
export const CONSENT_DAYS = 365

/** The rows of the user of a consent, for changes that its client causes: the audit names the client. */
export const asClient = (db: Db, userId: string, clientId: string): Db =>
  asActor(db.forOwner(userId), { kind: 'client', id: clientId })

/** Ends the consent with all its tokens, at once: every token is looked up together with its consent. */
export async function endConsent(tx: Tx, keyId: string): Promise<void> {
  await tx.row(
    `update api_keys set revoked_at = clock_timestamp() where id = $1 and revoked_at is null returning id`,
    [keyId],
  )
}

/**
 * Locks a consent that is still in force, so that of two uses of one code or token the second sees what the
 * first has written. False: it has ended, or its user is suspended. One whose end its owner took away, or
 * that was given by a release without an end, ends after a year as well.
 */
export const lockConsent = async (tx: Tx, keyId: string): Promise<boolean> =>
  (await tx.row(
    `select k.id from api_keys k join users u on u.id = k.user_id
     where k.id = $1 and k.revoked_at is null and u.suspended_at is null
       and coalesce(k.expires_at, k.created_at + interval '${CONSENT_DAYS} days') > clock_timestamp()
     for update of k`,
    [keyId],
  )) !== undefined
