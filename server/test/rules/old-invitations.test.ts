import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { asRole } from '../../harness/processes/index.ts'
import { inviteUser, removeOldInvitations } from '../../src/access/members/index.ts'
import { openDb } from '../../src/platform/db/index.ts'
import { LINK_SETTINGS } from '../link-settings.ts'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const openAs = (role: 'atelier_api' | 'atelier_worker') =>
  openDb({ url: asRole(inject('shared').databaseUrl, role), poolSize: 1, onIdleError: () => undefined })

async function inviteAt(days: number): Promise<string> {
  const email = `${randomBytes(8).toString('hex')}@atelier.test`
  const { id } = await inviteUser(system().db, LINK_SETTINGS, { email, invitedBy: null })
  const move = `update invitations set expires_at = now() + $2 * interval '1 day' where id = $1`
  await system().db.row(move, [id, days])
  return id
}

test('the worker forgets addresses 30 days after their link ended; the api may not', async () => {
  const [open, ended, old] = [await inviteAt(1), await inviteAt(-29), await inviteAt(-31)]
  const [api, worker] = [openAs('atelier_api'), openAs('atelier_worker')]
  await expect(removeOldInvitations(api)).rejects.toThrow('permission denied')
  // It may have nothing left to do: the worker of the shared system removes them too.
  await removeOldInvitations(worker)
  await Promise.all([api.close(), worker.close()])
  const left = await system().db.rows<{ id: string }>(
    `select id from invitations where id = any ($1::text[])`,
    [[open, ended, old]],
  )
  expect(left.map(({ id }) => id).sort()).toEqual([open, ended].sort())
})

test('the api forgets invitations of no user but its own', async () => {
  const { db } = system()
  const [mine, other] = [await openSession(db), await openSession(db)]
  await inviteUser(db, LINK_SETTINGS, { email: other.email, invitedBy: null })
  const api = openAs('atelier_api')
  await api.forOwner(mine.id).row(`select forget_invitations($1)`, [other.id])
  const count = async () => (await db.rows(`select from invitations where email = $1`, [other.email])).length
  expect(await count()).toBe(1)
  await api.forOwner(other.id).row(`select forget_invitations($1)`, [other.id])
  await api.close()
  expect(await count()).toBe(0)
})
