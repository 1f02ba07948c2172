import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CallerLeft } from '../../src/platform/db/index.ts'
import { newTurns } from '../../src/platform/turns/index.ts'

const limits = { running: 3, runningPerUser: 2, waiting: 5, waitingPerUser: 3 }
const openTurns = () => newTurns({ ...limits, busy: () => new Error('busy') })

/** Work that runs until it is told to end, and says whether it runs. */
function newWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = {
    runs: false,
    end: resolve,
    run: () => {
      work.runs = true
      return promise
    },
  }
  return work
}

const options = { waitMs: 60_000 }

test('a user at its limit waits, and another user does not wait behind it', async () => {
  const turns = openTurns()
  const [a, b, c, other] = [newWork(), newWork(), newWork(), newWork()]
  const all = [a, b, c].map((work) => turns.run('one', options, work.run))
  all.push(turns.run('other', options, other.run))
  await nextTurn()
  expect([a, b, c, other].map(({ runs }) => runs)).toEqual([true, true, false, true])
  a.end()
  await all[0]
  await nextTurn()
  expect(c.runs).toBe(true)
  for (const work of [b, c, other]) work.end()
  await Promise.all(all)
})

test('a full queue refuses at once, for one user and for all', async () => {
  const turns = openTurns()
  const works = Array.from({ length: 8 }, newWork)
  const all = works.map((work, i) => turns.run(i < 5 ? 'one' : 'two', options, work.run))
  await expect(turns.run('one', options, async () => 'ran')).rejects.toThrow('busy')
  await expect(turns.run('three', options, async () => 'ran')).rejects.toThrow('busy')
  for (const work of works) work.end()
  await Promise.all(all)
  expect(await turns.run('three', options, async () => 'ran')).toBe('ran')
})

test('a wait has an end, and its place becomes free', async () => {
  const turns = openTurns()
  const works = [newWork(), newWork()]
  const all = works.map((work) => turns.run('one', options, work.run))
  for (let i = 0; i < 2 * limits.waitingPerUser; i++)
    await expect(turns.run('one', { waitMs: 1 }, async () => 'ran')).rejects.toThrow('busy')
  for (const work of works) work.end()
  await Promise.all(all)
})

test('who leaves the queue does not run, and who leaves before does not wait', async () => {
  const turns = openTurns()
  const [a, b, left] = [newWork(), newWork(), newWork()]
  const all = [a, b].map((work) => turns.run('one', options, work.run))
  const controller = new AbortController()
  const { signal } = controller
  const waiting = turns.run('one', { ...options, signal }, left.run)
  controller.abort()
  await expect(waiting).rejects.toThrow(CallerLeft)
  await expect(turns.run('two', { ...options, signal }, left.run)).rejects.toThrow(CallerLeft)
  a.end()
  b.end()
  await Promise.all(all)
  expect(left.runs).toBe(false)
})

test('work that fails ends its turn', async () => {
  const turns = openTurns()
  for (let i = 0; i < 5; i++)
    await expect(turns.run('one', options, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run('one', options, async () => 'ran')).toBe('ran')
})

test('those with the lowest rank go first, equals in the order of arrival', async () => {
  const ranks: Record<string, number> = { many: 9, few: 1, none: 0, other: 0 }
  const turns = newTurns({
    ...limits,
    running: 1,
    busy: () => new Error('busy'),
    rankOf: (user) => ranks[user] ?? 0,
  })
  const began: string[] = []
  const first = newWork()
  const all = [turns.run('many', options, first.run)]
  for (const user of ['many', 'few', 'none', 'other'])
    all.push(turns.run(user, options, async () => void began.push(user)))
  first.end()
  await Promise.all(all)
  expect(began).toEqual(['none', 'other', 'few', 'many'])
})

test('a user is held up although there is a turn, and begins when it no longer is', async () => {
  let isBusy = true
  const isHeldUp = (user: string, waitedMs: number) => user === 'many' && waitedMs < 60_000 && isBusy
  const turns = newTurns({ ...limits, busy: () => new Error('busy'), isHeldUp })
  const [many, few] = [newWork(), newWork()]
  const all = [turns.run('many', options, many.run), turns.run('few', options, few.run)]
  await nextTurn()
  expect([many.runs, few.runs]).toEqual([false, true])
  isBusy = false
  await vi.waitFor(() => expect(many.runs).toBe(true))
  many.end()
  few.end()
  await Promise.all(all)
})
