import type { Rows } from '#platform/db'

/** Forgets mails 30 days after they were sent or given up. For the worker. */
export async function removeOldMails(db: Rows): Promise<number> {
  const gone = await db.rows(
    `delete from mails where ended_at < clock_timestamp() - interval '30 days' returning id`,
  )
  await db.rows(`delete from mail_turns where taken_at < clock_timestamp() - interval '1 day'`)
  return gone.length
}
