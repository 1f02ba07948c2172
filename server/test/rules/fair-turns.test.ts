import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newFairTurns, TooManyWaiting } from '../../src/platform/fetching/new-fair-turns.ts'

const limits = { turns: 4, turnsPerUser: 2, waitingPerUser: 10, waitingMax: 25 }

/** Work that ends when it is told to, and the order in which it began. */
function newWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const endFirst = async () => {
    ends.shift()?.()
    await turn()
  }
  return { begun, work, endFirst }
}

test('a user who queues much leaves turns to others, who get theirs at once', async () => {
  const { begun, work } = newWork()
  const takeTurn = newFairTurns(limits)
  for (let index = 0; index < 8; index++) void takeTurn('many', work('many'))
  void takeTurn('other', work('other'))
  await turn()
  expect(begun).toEqual(['many', 'many', 'other'])
})

test('when all turns are taken, free ones go round the users who wait', async () => {
  const { begun, work, endFirst } = newWork()
  const takeTurn = newFairTurns({ ...limits, turnsPerUser: 4 })
  for (let index = 0; index < 8; index++) void takeTurn('many', work('many'))
  for (const name of ['a', 'b', 'a', 'b']) void takeTurn(name, work(name))
  await turn()
  expect(begun).toEqual(['many', 'many', 'many', 'many'])
  for (let index = 0; index < 6; index++) await endFirst()
  expect(begun.slice(4)).toEqual(['many', 'a', 'b', 'many', 'a', 'b'])
})

test('a turn ends with its work, also when the work fails', async () => {
  const takeTurn = newFairTurns({ ...limits, turns: 1 })
  await expect(takeTurn('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await takeTurn('two', async () => 'done')).toBe('done')
})

test('the queue of a user is bounded, and so is the queue of all', async () => {
  const { work } = newWork()
  const takeTurn = newFairTurns(limits)
  for (let index = 0; index < 12; index++) void takeTurn('many', work('many'))
  await expect(takeTurn('many', work('many'))).rejects.toBeInstanceOf(TooManyWaiting)
  for (let index = 0; index < 12; index++) void takeTurn('more', work('more'))
  for (let index = 0; index < 5; index++) void takeTurn('others', work('others'))
  await expect(takeTurn('late', work('late'))).rejects.toBeInstanceOf(TooManyWaiting)
})
