import { expect, test } from 'vitest'
import { newClient, waitForMedia } from '../src/index.ts'

/** Answers the polls in turn, and notes when each came. */
function polled(...answers: object[]) {
  const times: number[] = []
  const client = newClient({
    baseUrl: 'https://svc.example',
    fetch: async () => {
      times.push(performance.now())
      return Response.json(answers[Math.min(times.length, answers.length) - 1])
    },
  })
  const gaps = () => times.map((time, index) => time - (times[index - 1] ?? time))
  return { client, gaps }
}

const waiting = (pollAfterSeconds: number) => ({ id: 'med_1', waiting: true, pollAfterSeconds })
const ended = { id: 'med_1', waiting: false, status: 'failed', pollAfterSeconds: null }

test('each poll waits as long as the answer before it asks for', async () => {
  const { client, gaps } = polled(waiting(0.2), waiting(0.4), ended)
  const seen: boolean[] = []
  const media = await waitForMedia(client, { id: 'med_1' }, { onPoll: (one) => seen.push(one.waiting) })
  expect(media).toEqual(ended)
  expect(seen).toEqual([true, true, false])
  const [, second = 0, third = 0] = gaps()
  expect([second >= 195, third >= 395]).toEqual([true, true])
})

test('the first poll waits as the submit said, and not at all for a finished job', async () => {
  const { client } = polled(ended)
  const began = performance.now()
  await waitForMedia(client, { id: 'med_1', waiting: true, pollAfterSeconds: 0.3 })
  expect(performance.now() - began).toBeGreaterThan(290)
  const again = performance.now()
  await waitForMedia(client, { id: 'med_1', waiting: false, pollAfterSeconds: null })
  expect(performance.now() - again).toBeLessThan(200)
})

test('an aborted wait ends at once and says that the job goes on', async () => {
  const { client } = polled(waiting(60))
  const began = performance.now()
  const call = waitForMedia(client, { id: 'med_1' }, { signal: AbortSignal.timeout(50) })
  await expect(call).rejects.toMatchObject({ code: 'aborted', message: expect.stringContaining('goes on') })
  expect(performance.now() - began).toBeLessThan(2_000)
})
