import { expect, test } from 'vitest'
import { setKeyLimits } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'

/** CI runs a tenth of the rounds that `pnpm races` runs. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 100)
const AT_ONCE = 50

const system = useSystem({}, (app) => {
  app.config.rateLimits.submits = 1_000_000
})

test(`${ROUNDS} rounds of ${AT_ONCE} concurrent submits against a balance for exactly k: exactly k pass`, {
  timeout: 1_200_000,
}, async () => {
  const { createUser, submit, entries } = system()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const user = await createUser(400 * k + (round % 400) || 1)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => submit(user, { model: 'simulator/ok' })),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.status === 402)).toHaveLength(AT_ONCE - k)
    const rows = await entries(user)
    expect(rows).toHaveLength(1 + k)
    expect(Math.min(...rows.map((row) => row.balanceAfter))).toBeGreaterThanOrEqual(0)
  }
})

test(`${ROUNDS} rounds against a daily key limit for exactly k: exactly k pass`, {
  timeout: 1_200_000,
}, async () => {
  const { app, createUser, submit, entries } = system()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const user = await createUser()
    await setKeyLimits(app, user, { daily: 400 * k + (round % 400) })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => submit(user, { model: 'simulator/ok' })),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.body.code === 'budget_exceeded')).toHaveLength(AT_ONCE - k)
    expect(await entries(user)).toHaveLength(1 + k)
  }
})
