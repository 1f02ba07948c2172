import type { SetupBody } from '@atelier/contract'
import type { LiveSession } from '#access/identity'
import type { Db } from '#platform/db'
import { enterByLink } from './enter-by-link.ts'

/** Makes the first admin with the link of the first start. There is never a second one by a link. */
export function createFirstAdmin(
  db: Db,
  { token, email, password }: SetupBody,
): Promise<{ token: string; session: LiveSession }> {
  return enterByLink(db, { kind: 'setup', token, email, password, role: 'admin' })
}
