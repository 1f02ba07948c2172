import { expect, test } from 'vitest'
import { useSystem } from '../use-system.ts'

// An api that dies between its commit and the start of the run.
const system = useSystem({ SUBMIT_WAIT_SECONDS: '0.2', IMAGE_STALL_SECONDS: '60' }, (app) => {
  app.engine.start = async () => 'pending'
})

const TICK_LOCK = 7_201_402

test('jobs that no run has begun are started while a long tick runs', async () => {
  const { app, createUser, submit, finished } = system()
  const session = await app.db.connect()
  try {
    // As another worker does that settles many jobs. The first tick of this worker may still hold it.
    await session.query('select pg_advisory_lock($1)', [TICK_LOCK])
    const user = await createUser()
    const { body } = await submit(user)
    await app.db.row(`update media set run_due_at = clock_timestamp() - interval '1 s' where id = $1`, [
      body.id,
    ])
    expect((await finished(user, body.id, 30_000)).status).toBe('completed')
  } finally {
    await session.end()
  }
}, 60_000)
