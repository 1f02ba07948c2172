import { expect, test } from 'vitest'
import { requestReset } from '../../src/edge/routes/account-reset.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL, randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

testEntrySecurity({ route: requestReset, body: { email: 'a.reset@atelier.test' }, env: MAIL })

const system = useSharedSystem()
const url = useOwnApi([requestReset], { TRUST_PROXY: 'loopback', ...MAIL })
const send = async (email: string) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  const startedAt = performance.now()
  const { status, body } = await system().call('POST', `${url()}/api/account/reset`, {
    headers,
    body: { email },
  })
  return { answer: [status, body], ms: performance.now() - startedAt }
}

test('an address with an account and one without get the same answer, in the same time', async () => {
  const { db } = system()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < 9; i++) {
    const { email } = await openSession(db)
    const [known, unknown] = [await send(email), await send(`nobody.${email}`)]
    expect(known.answer).toEqual(unknown.answer)
    expect(known.answer[0]).toBe(201)
    times.known.push(known.ms)
    times.unknown.push(unknown.ms)
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[4] ?? 0
  expect(median(times.known) / median(times.unknown)).toBeGreaterThan(0.5)
  expect(median(times.known) / median(times.unknown)).toBeLessThan(2)
})

test('what is written does not depend on whether there is an account', async () => {
  const { db } = system()
  const { email } = await openSession(db)
  const nobody = `nobody.${email}`
  for (const address of [email, nobody]) await send(address)
  const rows = await db.rows(
    `select kind, user_id, language, facts, state from mails where address = any ($1) order by id`,
    [[email, nobody]],
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual(rows[1])
})

test('many requests for one address, from as many networks, make one mail', async () => {
  const { email } = await openSession(system().db)
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(email)))
  expect(new Set(answers.map(({ answer }) => answer[0]))).toEqual(new Set([201]))
  const mails = await system().db.rows(`select from mails where address = $1`, [email])
  expect(mails).toHaveLength(1)
})
