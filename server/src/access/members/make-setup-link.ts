import { digestOf } from '#access/identity'
import { linkTo, newToken } from '#access/links'
import type { Rows } from '#platform/db'
import { newId } from '#platform/ids'

/**
 * A link with which the first admin is made, within a day. Undefined when there is an admin; with `isFirst`,
 * also when there is any user: a service that runs without an admin does not write links into its log.
 */
export async function makeSetupLink(
  db: Rows,
  publicUrl: string,
  { isFirst }: { isFirst: boolean },
): Promise<string | undefined> {
  const token = newToken()
  const row = await db.row<{ made: boolean }>(`select make_setup_link($1, $2, $3) as made`, [
    newId('invitation'),
    digestOf(token),
    isFirst,
  ])
  return row?.made ? linkTo(publicUrl, 'setup', token) : undefined
}
