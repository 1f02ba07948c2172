import { expect, test } from 'vitest'
import { openSessionOf } from '../open-session.ts'
import { observation, row, send } from '../routes/make-report.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('a reading that says it is of the future counts as read on arrival, so it is corrected', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const ofFuture = row('2026-11-01', { fetchedAt: '2099-01-01T00:00:00Z', spend: 999 })
  expect((await send(system(), user, observation([ofFuture]))).body.report.accepted).toBe(1)
  const { fetchedAt: _, ...right } = row('2026-11-01')
  expect((await send(system(), user, observation([right]))).body.report.replaced).toBe(1)
  const older = observation([row('2026-11-01', { spend: 1 })])
  expect((await send(system(), user, older)).body.report.ignored).toBe(1)
  // The owner's own file corrects it, too.
  await send(system(), user, observation([ofFuture], { platformAdId: '77' }))
  const imported = await call('POST', '/api/agent/knowledge/import', {
    headers: { ...(await openSessionOf(db, user)), 'content-type': 'text/csv' },
    body:
      'Ad ID,Day,Amount spent (EUR),Impressions,Clicks (all),Purchases,Purchases conversion value,' +
      'Attribution setting\n77,2026-11-01,12,100,5,1,20,7-day click\n',
  })
  expect(imported.body).toMatchObject({ imported: 1 })
  const counted = await db.rows(
    `select o.spend::float8 from observations o join ads a on a.id = o.ad_id
     join memories m on m.id = a.memory_id
     where m.user_id = $1 and o.is_current order by o.spend`,
    [user.id],
  )
  expect(counted).toEqual([{ spend: 12 }, { spend: 40.5 }])
})

test('a reading of the future that the release before stored is corrected, too', async () => {
  const { createUser, db } = system()
  const user = await createUser()
  await send(system(), user, observation([row('2026-11-01', { spend: 999 })]))
  await db.row(
    `update observations o set fetched_at = '2099-01-01' from memories m
     where m.id = o.memory_id and m.user_id = $1`,
    [user.id],
  )
  const { fetchedAt: _, ...right } = row('2026-11-01')
  expect((await send(system(), user, observation([right]))).body.report.replaced).toBe(1)
})
