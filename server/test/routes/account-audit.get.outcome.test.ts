import { AuditPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('every change through the dashboard is recorded with its user, newest first, in pages', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  const session = { kind: 'session', id }
  const made = await call('POST', '/api/account/keys', { headers, body: { name: 'night', mode: 'test' } })
  const keyId = made.body.key.id
  await call('POST', `/api/account/keys/${keyId}/rotate`, { headers, body: {} })
  await call('DELETE', `/api/account/keys/${keyId}`, { headers })
  await call('PATCH', '/api/account/thresholds', { headers, body: { spend: 12 } })
  await call('PATCH', '/api/account/thresholds', { headers, body: { spend: 13 } })
  const all = AuditPage.parse((await call('GET', '/api/account/audit', { headers })).body)
  expect(all.events.filter(({ actor }) => actor.id === id).map((event) => event.action)).toEqual([
    'thresholds.changed',
    'thresholds.changed',
    'key.revoked',
    'key.rotated',
    'key.created',
    'credits.granted',
    'session.created',
  ])
  expect(all.events.find(({ action }) => action === 'key.created')).toMatchObject({
    actor: session,
    subjectId: keyId,
    changes: { mode: 'test' },
  })
  const first = (await call('GET', '/api/account/audit?limit=2', { headers })).body
  const rest = await call('GET', `/api/account/audit?limit=100&cursor=${first.nextCursor}`, { headers })
  expect([...first.events, ...rest.body.events]).toEqual(all.events)
  expect(rest.body.nextCursor).toBeNull()
  expect(JSON.stringify(all)).not.toContain(made.body.secret)
})

test('events are never changed or removed, and a change by hand is recorded too', async () => {
  const { call, db } = system()
  const { id, headers } = await openSession(db)
  await db.row(`update users set role = 'admin' where id = $1`, [id])
  const { events } = (await call('GET', '/api/account/audit', { headers })).body
  expect(events[0]).toMatchObject({
    action: 'user.role_changed',
    actor: { kind: 'database', id: null },
    changes: { role: 'admin' },
  })
  await expect(db.row(`update audit_events set action = 'x' where user_id = $1`, [id])).rejects.toThrow(
    'append-only',
  )
  await expect(db.row(`delete from audit_events where user_id = $1`, [id])).rejects.toThrow('append-only')
})
