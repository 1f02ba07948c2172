import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession, openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { testSessionSecurity } from './test-session-security.ts'

const system = useSharedSystem()

const idOf = async (userId: string) =>
  (
    await system().db.row<{ id: string }>(
      `select encode(substr(digest, 1, 8), 'hex') as id from sessions where user_id = $1
     order by created_at desc, digest limit 1`,
      [userId],
    )
  )?.id ?? ''

testSessionSecurity(
  { ...endpoints.endSession, path: '/api/account/sessions/{id}' },
  {
    valid: async ({ db }, visitor) => {
      await openSessionOf(db, visitor)
      return { id: await idOf(visitor.id) }
    },
    needsRecentPassword: true,
  },
)

test('the session of another user stays', async () => {
  const { call, db } = system()
  const [mine, theirs] = [await openSession(db), await openSession(db)]
  const path = `/api/account/sessions/${await idOf(theirs.id)}`
  expect((await call('DELETE', path, mine)).status).toBe(404)
  expect((await call('GET', '/api/account/session', theirs)).status).toBe(200)
})
