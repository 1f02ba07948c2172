import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newCallbackMemory } from '../../src/production/callbacks/callback-memory.ts'

const PAUSE_MS = 60

test('many calls are worked at once and once more after a pause, each key for itself', async () => {
  const memory = newCallbackMemory(PAUSE_MS)
  const worked: string[] = []
  const work = (key: string) => async () => void worked.push(key)
  for (let at = 0; at < 1_000; at++) memory.pace('a', work('a'))
  memory.pace('b', work('b'))
  expect(worked).toEqual(['a', 'b'])
  await sleep(PAUSE_MS * 3)
  expect(worked).toEqual(['a', 'b', 'a'])
  memory.pace('b', work('b'))
  expect(worked).toEqual(['a', 'b', 'a', 'b'])
})

test('what is done once is shared, forgotten after a pause, and at once when it failed', async () => {
  const memory = newCallbackMemory(PAUSE_MS)
  let times = 0
  const work = async () => ++times
  expect(await Promise.all([memory.once('a', work), memory.once('a', work)])).toEqual([1, 1])
  expect(await memory.once('a', work)).toBe(1)
  await sleep(PAUSE_MS * 2)
  expect(await memory.once('a', work)).toBe(2)
  const fail = async () => {
    throw new Error('not now')
  }
  await expect(memory.once('b', fail)).rejects.toThrow('not now')
  expect(await memory.once('b', work)).toBe(3)
})
