import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../api.ts'
import { atOnce, type Caller, countStatuses } from '../caller.ts'
import { expectMatch, expectThat } from '../expect.ts'
import { expectError } from '../expect-answer.ts'
import { submitImage } from '../jobs.ts'
import { readBalance } from '../ledger.ts'
import type { Section } from '../suite.ts'

export const limits: Section = {
  name: 'limits',
  async run({ check, checkInBackground, takeUser }) {
    await check('40 submits at once: exactly 10 pass, the rest are 429 with correct headers', () =>
      checkBurst(takeUser()),
    )
    await check('the limit is per user, not per address; refused submits count', () =>
      checkPerUser(takeUser()),
    )
    checkInBackground('the window slides: after 60 s exactly what was sent then is free again', () =>
      checkSliding(takeUser()),
    )
  },
}

const numberIn = ({ headers }: Answer<unknown>, name: string): number => Number(headers.get(name))

async function checkBurst(user: Caller): Promise<void> {
  const sentAt = Date.now()
  const answers = await atOnce(40, () => submitImage(user))
  expectMatch(countStatuses(answers), { 201: 10, 429: 30 }, 'statuses')
  const accepted = answers.filter(({ status }) => status === 201)
  const remaining = accepted.map((answer) => numberIn(answer, 'x-ratelimit-remaining')).sort((a, b) => b - a)
  expectMatch(remaining, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0], 'X-RateLimit-Remaining of the ten')
  for (const answer of answers.filter(({ status }) => status === 429)) {
    const waitSeconds = numberIn(answer, 'retry-after')
    expectError(answer, 429, 'refused', { retryAfterSeconds: waitSeconds })
    const isWait = Number.isInteger(waitSeconds) && waitSeconds >= 50 && waitSeconds <= 60
    expectThat(isWait, `Retry-After ${waitSeconds}`)
    const resetAt = numberIn(answer, 'x-ratelimit-reset')
    const isReset = Math.abs(resetAt - sentAt - 60_000) < 8_000
    expectThat(isReset, `X-RateLimit-Reset ${resetAt} is the epoch ms at which the first leaves the window`)
  }
  expectMatch(await readBalance(user), 1_000_000 - 4_000, 'balance')
}

async function checkPerUser(user: Caller): Promise<void> {
  const first = await submitImage(user)
  const found = [first.status, numberIn(first, 'x-ratelimit-remaining')]
  expectMatch(found, [201, 9], 'another user, X-RateLimit-Remaining')
  const refused = await atOnce(9, () => submitImage(user, { n: 3 }))
  expectMatch(countStatuses(refused), { 400: 9 }, 'nine refused ones')
  expectError(await submitImage(user), 429, 'the eleventh')
}

async function checkSliding(user: Caller): Promise<void> {
  const sentAt = Date.now()
  const until = (ms: number) => sleep(sentAt + ms - Date.now())
  const send = async (count: number) => countStatuses(await atOnce(count, () => submitImage(user, { n: 3 })))
  expectMatch(await send(4), { 400: 4 }, 'four')
  await sleep(20_000)
  expectMatch(await send(6), { 400: 6 }, 'six, 20 s later')
  const full = await submitImage(user, { n: 3 })
  expectError(full, 429, 'the eleventh')
  const waitSeconds = numberIn(full, 'retry-after')
  const isReset = Math.abs(numberIn(full, 'x-ratelimit-reset') - sentAt - 60_000) < 3_000
  expectThat(
    isReset && Math.abs(waitSeconds - 40) <= 3,
    `X-RateLimit-Reset and Retry-After ${waitSeconds} say when the first leaves, in about 40 s`,
  )
  await until(58_000)
  expectError(await submitImage(user, { n: 3 }), 429, 'at 58 s')
  await until(62_000)
  expectMatch(await send(5), { 400: 4, 429: 1 }, 'at 62 s')
}
