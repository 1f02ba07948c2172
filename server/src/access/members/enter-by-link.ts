import { asActor } from '#access/audit'
import { createUser, hashPassword, insertSession, type LiveSession } from '#access/identity'
import { digestOfToken } from '#access/links'
import { refuseKnownPassword } from '#access/passwords'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'

type Entry = {
  kind: 'setup' | 'invitation' | 'sign_up'
  token: string
  password: string
  role: 'user' | 'admin'
  /** Of a setup; an invitation names its own. */
  email?: string
}

/**
 * One commit uses the link, makes the user and begins a session: a crash leaves all or nothing. Every link
 * that leads nowhere is answered alike, also one to an address that has an account by now.
 */
export async function enterByLink(
  db: Db,
  { kind, token, password, role, email }: Entry,
): Promise<{ token: string; session: LiveSession }> {
  const digest = digestOfToken(token)
  if (!digest) throw deadLink()
  // Before the link is looked for: a password that is refused says nothing about the link.
  refuseKnownPassword(password, email ?? '', 'password')
  const passwordHash = await hashPassword(password)
  const id = newId('user')
  return asActor(db.forOwner(id), { kind: 'session', id }).transaction(async (tx) => {
    const link = await useLink(tx, kind, digest, id)
    const address = link?.email ?? email
    if (!link || address === undefined) throw deadLink()
    // Only now the address of a mailed link is known. The link stays: nothing of this is committed.
    refuseKnownPassword(password, address, 'password')
    if (!(await createUser(tx, { id, email: address, passwordHash, role }))) throw deadLink()
    return insertSession(tx, id)
  })
}

const useLink = (
  tx: Tx,
  kind: Entry['kind'],
  digest: Buffer,
  userId: string,
): Promise<{ email: string | null } | undefined> =>
  kind === 'sign_up'
    ? tx.row(`select email from use_sign_up_link($1)`, [digest])
    : tx.row(`select email from use_link($1, $2, $3)`, [kind, digest, userId])

export const deadLink = () =>
  new Refusal('unauthorized', 'This link does not work: it was used or revoked, or it is too old.')
