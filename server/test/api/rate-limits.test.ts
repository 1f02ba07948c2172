import { expect, test } from 'vitest'
import { useSystem } from '../use-system.ts'

const system = useSystem()

test('of 1,000 concurrent submits of a user exactly 10 pass, and the rest get a retry time', async () => {
  const { createUser, submit, entries } = system()
  const user = await createUser()
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => submit(user)))
  const passed = answers.filter((one) => one.status === 201)
  const refused = answers.filter((one) => one.status === 429)
  expect([passed.length, refused.length]).toEqual([10, 990])
  expect(passed.map((one) => Number(one.headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds))
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() - 1_000)
  }
  expect(await entries(user)).toHaveLength(11)
})

test('reads have their own limit: the 301st of a minute is answered 429', async () => {
  const { call, createUser } = system()
  const { apiKey } = await createUser()
  const answers = await Promise.all(
    Array.from({ length: 320 }, () => call('GET', '/api/gen/media?limit=1', { key: apiKey })),
  )
  expect(answers.filter((one) => one.status === 200)).toHaveLength(300)
  expect(answers.filter((one) => one.status === 429)).toHaveLength(20)
})

test('a rate-limit slot becomes free exactly when its minute is over', async () => {
  const { app, createUser, submit } = system()
  const user = await createUser()
  const status = async () => (await submit(user, { n: 3 })).status
  for (let i = 0; i < 10; i++) expect(await status()).toBe(400)
  expect(await status()).toBe(429)
  // Moves two of the ten to the edge of the minute: one just outside, one inside.
  await app.db.row(
    `with clock as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
     update rate_logs set stamps = array[ms - 60000, ms - 58000] || stamps[3:] from clock
     where user_id = $1 and class = 'submits'`,
    [user.id],
  )
  expect([await status(), await status()]).toEqual([400, 429])
})
