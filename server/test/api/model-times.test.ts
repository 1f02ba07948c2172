import { expect, test } from 'vitest'
import { makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'

// Nothing listens there: callbacks are lost.
const system = useSystem({ CALLBACK_URL: 'http://127.0.0.1:9' })

type Known = { recent_ms: number[]; recent_called: boolean[] }

test('without callbacks, the times of a model are learned, and its jobs are seen soon', async () => {
  const { app, createUser } = system()
  const user = await createUser()
  const known = () => app.db.row<Known>(`select recent_ms, recent_called from model_times`)
  const count = async () => (await known())?.recent_ms.length ?? 0
  await Promise.all(Array.from({ length: 5 }, () => makeMedia(system(), user)))
  for (let i = 6; i <= 8; i++) {
    await expect.poll(count, { timeout: 5_000 }).toBe(i - 1)
    // The worker reads what it has written in the same second.
    await makeMedia(system(), user)
  }
  await expect.poll(count, { timeout: 5_000 }).toBe(8)
  const startedAt = performance.now()
  await makeMedia(system(), user)
  // The first ones were seen after 10 s.
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  expect((await known())?.recent_called).not.toContain(true)
}, 60_000)
