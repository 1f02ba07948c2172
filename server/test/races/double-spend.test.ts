import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { setKeyLimits } from '../routes/make-order.ts'
import { type TestUser, useSystem } from '../use-system.ts'

/** CI runs a tenth of the rounds that `pnpm races` runs. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 100)
const AT_ONCE = 50
const TRIES = 40
/** A round takes a second on two idle cores; through a pooler on a busy machine several. */
const ROUNDS_MS = 60_000 + ROUNDS * 5_000

const system = useSystem({}, (app) => {
  app.config.rateLimits.submits = 1_000_000
})

test(`${ROUNDS} rounds of ${AT_ONCE} concurrent submits against a balance for exactly k: exactly k pass`, {
  timeout: ROUNDS_MS,
}, async () => {
  const { createUser, entries } = system()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const user = await createUser(400 * k + (round % 400) || 1)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => submitUntilDecided(user)))
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.status === 402)).toHaveLength(AT_ONCE - k)
    const rows = await entries(user)
    expect(rows).toHaveLength(1 + k)
    expect(Math.min(...rows.map((row) => row.balanceAfter))).toBeGreaterThanOrEqual(0)
  }
})

test(`${ROUNDS} rounds against a daily key limit for exactly k: exactly k pass`, {
  timeout: ROUNDS_MS,
}, async () => {
  const { app, createUser, entries } = system()
  for (let round = 0; round < ROUNDS; round++) {
    const k = round % 9
    const user = await createUser()
    await setKeyLimits(app, user, { daily: 400 * k + (round % 400) })
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => submitUntilDecided(user)))
    expect(answers.filter((one) => one.status === 201)).toHaveLength(k)
    expect(answers.filter((one) => one.body.code === 'budget_exceeded')).toHaveLength(AT_ONCE - k)
    expect(await entries(user)).toHaveLength(1 + k)
  }
})

/** A busy machine refuses some of so many before they begin: nothing was charged, and they come again. */
async function submitUntilDecided(user: TestUser) {
  for (let tries = 1; ; tries++) {
    const answer = await system().submit(user, { model: 'simulator/ok' })
    if (answer.status !== 503 || tries === TRIES) return answer
    expect(answer.body).toMatchObject({ code: 'service_unavailable', charged: 'none' })
    await sleep(Math.random() * 500)
  }
}
