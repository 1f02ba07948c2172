import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { callbackUrl } from '../../src/production/callbacks/index.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ IMAGE_STALL_SECONDS: '60' })

const checkedAt = async (id: string) =>
  (
    await system().app.db.row<{ checked_at: Date | null }>(`select checked_at from media where id = $1`, [id])
  )?.checked_at?.getTime() ?? 0

test('a callback triggers a provider check and decides nothing, whatever its body', async () => {
  const { app, call, createUser, submit, poll, entries } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/hang' })).body
  // The simulator tells no progress in its first 0.3 s.
  await sleep(500)
  for (const status of ['succeeded', 'failed']) {
    const before = await checkedAt(id)
    const falseCallback = {
      id: 'sim_1',
      reference: id,
      status,
      files: [{ url: 'https://pictures.example/a.png' }],
    }
    const answer = await call('POST', callbackUrl(app, 'simulator', id, 0), { body: falseCallback })
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    // Sooner than the timer of the run, which checks after 10 s.
    await expect.poll(() => checkedAt(id), { timeout: 4_000, interval: 50 }).toBeGreaterThan(before)
    expect(await poll(user, id)).toMatchObject({ status: 'processing', progress: 42, videoUrl: null })
  }
  expect(await entries(user, id)).toHaveLength(1)
})

test('a callback for a final job changes nothing', async () => {
  const { app, call, createUser, submit, finished, poll, entries } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/fail' })).body
  const media = await finished(user, id)
  for (let i = 0; i < 3; i++)
    expect((await call('POST', callbackUrl(app, 'simulator', id, 0), { body: {} })).status).toBe(200)
  expect(await poll(user, id)).toEqual(media)
  expect(await entries(user, id)).toHaveLength(2)
})
