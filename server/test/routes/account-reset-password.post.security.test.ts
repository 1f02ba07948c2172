import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, resetPassword, setSuspended } from '../../src/access/identity/index.ts'
import { linkReset } from '../../src/access/links/index.ts'
import { finishReset } from '../../src/edge/routes/account-reset-password.post.ts'
import { eraseIdentity } from '../../src/privacy/erasures/erase-identity.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

const password = 'walnut tuba canoe eleven'
const inventToken = () => `00${randomBytes(32).toString('base64url')}`
testEntrySecurity({ route: finishReset, body: { token: inventToken(), password } })

const system = useSharedSystem()
const url = useOwnApi([finishReset], { TRUST_PROXY: 'loopback' })
const send = (token: string) => {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
  return system().call('POST', `${url()}/api/account/reset/password`, { headers, body: { token, password } })
}
const newLink = async () => {
  const { id, email } = await openSession(system().db)
  const link = await linkReset(system().db, 'http://x', id)
  return { id, email, token: link?.replace('http://x/reset#', '') ?? '' }
}

test('used, old and invented links, and those of who may not log in, are answered alike', async () => {
  const { db } = system()
  const [used, old, suspended, erased, changed] = [
    await newLink(),
    await newLink(),
    await newLink(),
    await newLink(),
    await newLink(),
  ]
  expect((await send(used.token)).status).toBe(201)
  await db.row(`update reset_links set expires_at = now() where user_id = $1`, [old.id])
  await setSuspended(db, suspended.id, true)
  await db.transaction((tx) => eraseIdentity(tx, erased.id))
  // Who set a password meanwhile does not expect an older link to set another one.
  await resetPassword(db, changed.id, await hashPassword('a newer password of the tests'))
  const answers = []
  for (const { token } of [used, old, suspended, erased, changed]) answers.push(await send(token))
  for (const token of [inventToken(), 'x', '']) answers.push(await send(token))
  for (const { status, body } of answers)
    expect([status, body.code, body.error]).toEqual([401, 'unauthorized', answers[0]?.body.error])
})

test('of several who open one link at the same time, one sets the password', async () => {
  const { token } = await newLink()
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
})

test('the digest alone is stored, and the api cannot read it', async () => {
  const { id, token } = await newLink()
  const row = await system().db.row<{ text: string }>(
    `select l::text as text from reset_links l where user_id = $1`,
    [id],
  )
  expect(row?.text).not.toContain(token.slice(2))
})

test('a link lasts an hour', async () => {
  const { id } = await newLink()
  const row = await system().db.row<{ minutes: number }>(
    `select extract(epoch from expires_at - now())::float8 / 60 as minutes
     from reset_links where user_id = $1`,
    [id],
  )
  expect(row?.minutes).toBeGreaterThan(55)
  expect(row?.minutes).toBeLessThanOrEqual(60)
})
