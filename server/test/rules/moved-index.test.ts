import { expect, test } from 'vitest'
import { useSystem } from '../use-system.ts'

const system = useSystem({ IMAGE_STALL_SECONDS: '600' })

test('progress is written without a change of any index', async () => {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/hang' })).body
  const count = async () => {
    await app.db.row(`select pg_stat_clear_snapshot()`)
    return app.db.row<{ all: number; hot: number }>(
      `select sum(n_tup_upd)::int as all, sum(n_tup_hot_upd)::int as hot from pg_stat_user_tables
       where relname like 'media%'`,
    )
  }
  await app.db.transaction(async (tx) => {
    await tx.row(`select pg_stat_force_next_flush()`)
  })
  const before = await count()
  for (let percent = 1; percent <= 10; percent++)
    await app.db.transaction(async (tx) => {
      await tx.row(`update media set progress = $2 where id = $1`, [id, percent])
      await tx.row(`select pg_stat_force_next_flush()`)
    })
  const after = await count()
  expect((after?.hot ?? 0) - (before?.hot ?? 0)).toBeGreaterThanOrEqual(9)
})

test('the read of changes uses the index of finished media', async () => {
  const plan = await system().app.db.transaction(async (tx) => {
    await tx.row(`set local enable_seqscan = off`)
    return tx.rows<Record<'QUERY PLAN', string>>(
      `explain select id from media where user_id = 'usr_x' and mode = 'live'
         and status in ('completed', 'failed', 'stalled') and moved_in >= 5 and moved_in < 9
       order by moved_in, id limit 10`,
    )
  })
  expect(JSON.stringify(plan)).toMatch(/media_\w*moved_in_idx/)
})
