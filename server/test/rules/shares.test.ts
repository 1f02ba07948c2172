import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { DatabaseBusy } from '../../src/platform/db/index.ts'
import { newShares } from '../../src/platform/db/new-shares.ts'

afterEach(() => vi.restoreAllMocks())

/** Two works of `one` that last until they are ended. */
function fill(shares: ReturnType<typeof newShares>) {
  const works = [1, 2].map(() => Promise.withResolvers<void>())
  const running = works.map(({ promise }) => shares.use('one', () => promise))
  const end = async () => {
    for (const { resolve } of works) resolve()
    await Promise.all(running)
  }
  return { end }
}

test('a user with its share in use waits, and other users do not', async () => {
  const shares = newShares(2)
  const { end } = fill(shares)
  let hasBegun = false
  const third = shares.use('one', async () => {
    hasBegun = true
  })
  expect(await shares.use('other', async () => 'at once')).toBe('at once')
  await nextTurn()
  expect(hasBegun).toBe(false)
  await end()
  await third
  expect(hasBegun).toBe(true)
})

test('what waited too long is refused as busy and does not begin', async () => {
  const shares = newShares(2)
  const { end } = fill(shares)
  await nextTurn()
  const third = shares.use('one', async () => 'begun').catch((error) => error)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 5_100)
  await end()
  expect(await third).toBeInstanceOf(DatabaseBusy)
  vi.restoreAllMocks()
  expect(await shares.use('one', async () => 'again')).toBe('again')
})
