import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CommitUnknown } from '../../src/platform/db/index.ts'
import { changeTransactions, useSystem } from '../use-system.ts'

let isNextLate = false

/** The answer to a commit can be lost while the commit itself is still on its way. */
const system = useSystem({}, (_, apiDb) => {
  changeTransactions(apiDb, (transaction) => async (work) => {
    if (!isNextLate) return transaction(work)
    isNextLate = false
    const { promise: isWritten, resolve } = Promise.withResolvers<void>()
    void transaction(async (tx) => {
      const result = await work(tx)
      resolve()
      await sleep(300)
      return result
    })
    await isWritten
    throw new CommitUnknown(new Error('connection lost'))
  })
})

test.each([
  { name: 'the last rate-limit slot', limit: 1, credits: 1_000_000, body: {} },
  { name: 'the last credits', limit: 1_000, credits: 400, body: {} },
  { name: 'its own id', limit: 1_000, credits: 1_000_000, body: {} },
  { name: 'its own clientRef', limit: 1_000, credits: 1_000_000, body: { clientRef: 'mine' } },
])('a commit that arrives late and took $name is answered as the job that it made', async (given) => {
  const { app, createUser, submit, entries } = system()
  app.config.rateLimits.submits = given.limit
  const user = await createUser(given.credits)
  isNextLate = true
  const { status, body, headers } = await submit(user, given.body)
  expect([status, body.creditsCost, body.balanceAfter]).toEqual([201, 400, given.credits - 400])
  expect(headers.get('x-ratelimit-remaining')).toBe(String(given.limit - 1))
  expect((await entries(user)).filter(({ amount }) => amount < 0)).toHaveLength(1)
})
