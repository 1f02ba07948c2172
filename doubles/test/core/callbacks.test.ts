import { expect, test } from 'vitest'
import { receiveCallbacks } from '../run-double.ts'
import { usePlain } from './use-plain.ts'

test('a callback comes when the task ends, and again until it is answered', async () => {
  const double = await usePlain()
  const { received, url } = await receiveCallbacks(500, 200)
  const id = await double.buy({ callbackUrl: url })
  await double.advance(1500)
  expect(received.map(({ body }) => body.id)).toEqual([id])
  await double.advance(9_999)
  expect(received).toHaveLength(1)
  await double.advance(1)
  expect(received.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2'])
  await double.advance(600_000)
  expect(received).toHaveLength(2)
  expect((await double.log()).counts.callbacksSent).toBe(1)
})

test('a redirect is a final failure, and tries end after the last pause', async () => {
  const double = await usePlain()
  const redirect = await receiveCallbacks(302)
  const refusing = await receiveCallbacks(500)
  await double.buy({ callbackUrl: redirect.url })
  await double.buy({ callbackUrl: refusing.url })
  await double.advance(1_000_000)
  expect([redirect.received.length, refusing.received.length]).toEqual([1, 3])
  expect((await double.log()).counts.callbacksSent).toBe(0)
})

test('callbacks go missing, come twice, late, forged, or again with the same bytes', async () => {
  const double = await usePlain({ settings: { concurrency: null } })
  const { received, url } = await receiveCallbacks()
  await double.fault(
    { fault: 'missing', match: { prompt: 'missing' } },
    { fault: 'duplicate', match: { prompt: 'twice' } },
    { fault: 'late', delayMs: 50_000, match: { prompt: 'late' } },
    { fault: 'forged', match: { prompt: 'forged' } },
    { fault: 'forged', andReal: true, match: { prompt: 'both' } },
    { fault: 'replayed', delayMs: 90_000, match: { prompt: 'replayed' } },
  )
  const signatures = async (prompt: string, ms: number) => {
    const before = received.length
    await double.buy({ prompt, callbackUrl: url })
    await double.advance(ms)
    return received.slice(before).map(({ headers }) => headers['x-signature'])
  }
  expect(await signatures('missing', 100_000)).toEqual([])
  expect(await signatures('twice', 2000)).toEqual(['right', 'right'])
  expect(await signatures('late', 51_499)).toEqual([])
  await double.advance(1)
  expect(received).toHaveLength(3)
  expect(await signatures('forged', 2000)).toEqual(['wrong'])
  expect(await signatures('both', 2000)).toEqual(['wrong', 'right'])
  expect(await signatures('replayed', 100_000)).toEqual(['right', 'right'])
  const [first, again] = received.slice(-2)
  expect(again?.text).toBe(first?.text)
  const { callbacks } = await double.log()
  expect(callbacks.map(({ variant }) => variant)).toEqual([
    null,
    null,
    null,
    'forged',
    'forged',
    null,
    null,
    'replayed',
  ])
})

test('a callback comes as often as ordered', async () => {
  const double = await usePlain()
  const { received, url } = await receiveCallbacks()
  await double.fault({ fault: 'duplicate', deliveries: 4 })
  await double.buy({ callbackUrl: url })
  await double.advance(1500)
  expect(received.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2', '3', '4'])
})

test('a reordered callback comes after that of a task that ended later', async () => {
  const double = await usePlain()
  const { received, url } = await receiveCallbacks()
  await double.fault({ fault: 'reordered', match: { prompt: 'first' } })
  const first = await double.buy({ prompt: 'first', callbackUrl: url })
  await double.advance(5000)
  expect(received).toEqual([])
  const second = await double.buy({ prompt: 'second', callbackUrl: url })
  await double.advance(5000)
  expect(received.map(({ body }) => body.id)).toEqual([second, first])
})

test('callbacks can be turned off', async () => {
  const double = await usePlain({ settings: { callbacks: false } })
  const { received, url } = await receiveCallbacks()
  await double.buy({ callbackUrl: url })
  await double.advance(5000)
  expect(received).toEqual([])
})
