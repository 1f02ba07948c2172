import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkSignUp } from '../../src/access/links/index.ts'
import { verifyAddress } from '../../src/edge/routes/account-verification.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

const password = 'walnut tuba canoe eleven'
const inventToken = () => `00${randomBytes(32).toString('base64url')}`
testEntrySecurity({
  route: verifyAddress,
  body: { token: inventToken(), password },
  env: { SIGN_UP: 'open' },
})

const system = useSharedSystem()
const url = useOwnApi([verifyAddress], { TRUST_PROXY: 'loopback', SIGN_UP: 'open' })
const closed = useOwnApi([verifyAddress], { TRUST_PROXY: 'loopback' })
const send = (token: string, at = url()) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${at}/api/account/verification`, { headers, body: { token, password } })
}
const newLink = async (email = `${randomBytes(8).toString('hex')}@atelier.test`) => {
  const link = await linkSignUp(system().db, 'http://x', email)
  return { email, token: link?.replace('http://x/verification#', '') ?? '' }
}

test('used, old and invented links, and those of a taken address, are answered alike', async () => {
  const { db } = system()
  const [used, old, taken, open] = [await newLink(), await newLink(), await newLink(), await newLink()]
  expect((await send(used.token)).status).toBe(201)
  await db.row(`update sign_up_links set expires_at = now() where email = $1`, [old.email])
  const { id } = await openSession(db)
  await db.row(`update users set email = $2 where id = $1`, [id, taken.email])
  const answers = []
  for (const { token } of [used, old, taken]) answers.push(await send(token))
  for (const token of [inventToken(), 'x', '']) answers.push(await send(token))
  // Where nobody may sign up any more, no link that was sent before lets anybody in.
  answers.push(await send(open.token, closed()))
  for (const { status, body } of answers)
    expect([status, body.code, body.error]).toEqual([401, 'unauthorized', answers[0]?.body.error])
  expect((await send(open.token)).status).toBe(201)
})

test('of several who open one link at the same time, one comes in', async () => {
  const { token } = await newLink()
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
})

test('an address with an account gets no link', async () => {
  const { email } = await openSession(system().db)
  expect((await newLink(email)).token).toBe('')
})
