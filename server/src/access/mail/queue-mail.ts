import type { Rows } from '#platform/db'
import type { Letter, Recipient } from './letter.ts'

/**
 * Queues a mail; the worker sends it. Inside a transaction it is sent if that commits. While one of the same
 * kind waits for the same person, there is no second one: the newer facts replace the older.
 */
export async function queueMail(db: Rows, mail: Letter & Recipient): Promise<void> {
  const { kind, facts, address, language, userId } = mail
  await db.row(`select queue_mail($1, $2, $3, $4, $5)`, [
    kind,
    userId,
    address,
    language,
    JSON.stringify(facts),
  ])
}
