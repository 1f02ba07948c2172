import { expect, test } from 'vitest'
import { callbackUrl } from '../../src/production/jobs/callback.ts'
import { useHouse } from '../house.ts'

const house = useHouse({ IMAGE_STALL_SECONDS: '60' })

const lookedAt = async (id: string) =>
  (
    await house().app.db.row<{ checked_at: Date | null }>(`select checked_at from media where id = $1`, [id])
  )?.checked_at?.getTime() ?? 0

test('a callback makes us look and decides nothing, whatever it says', async () => {
  const { app, call, person, submit, poll, entries } = house()
  const who = await person()
  const { id } = (await submit(who, { model: 'simulator/hang' })).body
  for (const status of ['succeeded', 'failed']) {
    const before = await lookedAt(id)
    const lie = { id: 'sim_1', reference: id, status, files: [{ url: 'https://pictures.example/a.png' }] }
    const told = await call('POST', callbackUrl(app, 'simulator', id), { body: lie })
    expect([told.status, told.body]).toEqual([200, { ok: true }])
    // Sooner than the timer of the run would: that looks every 5 s.
    await expect.poll(() => lookedAt(id), { timeout: 4_000, interval: 50 }).toBeGreaterThan(before)
    expect(await poll(who, id)).toMatchObject({ status: 'processing', progress: 42, videoUrl: null })
  }
  expect(await entries(who, id)).toHaveLength(1)
})

test('a callback for a job that is over changes nothing', async () => {
  const { app, call, person, submit, finished, poll, entries } = house()
  const who = await person()
  const { id } = (await submit(who, { model: 'simulator/fail' })).body
  const media = await finished(who, id)
  for (let i = 0; i < 3; i++)
    expect((await call('POST', callbackUrl(app, 'simulator', id), { body: {} })).status).toBe(200)
  expect(await poll(who, id)).toEqual(media)
  expect(await entries(who, id)).toHaveLength(2)
})
