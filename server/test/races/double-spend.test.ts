import { expect, test } from 'vitest'
import { useHouse } from '../house.ts'
import { limitKey } from '../routes/make-order.ts'

/** CI runs a tenth; `pnpm races` runs the whole. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 100)
const AT_ONCE = 50

const house = useHouse({}, (app) => {
  app.config.rateLimits.submits = 1_000_000
})

test(`${ROUNDS} rounds of ${AT_ONCE} submits at once against a balance good for exactly k: exactly k pass`, {
  timeout: 1_200_000,
}, async () => {
  const { person, submit, entries } = house()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const who = await person(400 * k + (round % 400) || 1)
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => submit(who, { model: 'simulator/ok' })),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.status === 402)).toHaveLength(AT_ONCE - k)
    const rows = await entries(who)
    expect(rows).toHaveLength(1 + k)
    expect(Math.min(...rows.map((row) => row.balanceAfter))).toBeGreaterThanOrEqual(0)
  }
})

test(`${ROUNDS} rounds against a daily limit of the key that is good for exactly k: exactly k pass`, {
  timeout: 1_200_000,
}, async () => {
  const { app, person, submit, entries } = house()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const who = await person()
    await limitKey(app, who, { daily: 400 * k + (round % 400) })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => submit(who, { model: 'simulator/ok' })),
    )
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.body.code === 'budget_exceeded')).toHaveLength(AT_ONCE - k)
    expect(await entries(who)).toHaveLength(1 + k)
  }
})
