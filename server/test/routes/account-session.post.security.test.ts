import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { logIn } from '../../src/edge/routes/account-session.post.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const proxied = useOwnApi([logIn], { TRUST_PROXY: 'loopback' })
const direct = useOwnApi([logIn])

type Headers = Record<string, string>
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const randomNetworkAddress = () =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
const unknownEmail = () => `${randomBytes(8).toString('hex')}@nowhere.test`

const send = (body: { email: string; password: string }, headers: Headers = sameOrigin) =>
  system().call('POST', `${proxied()}/api/account/session`, {
    headers: { 'x-forwarded-for': randomNetworkAddress(), ...headers },
    body,
  })

test('a wrong password and an unknown email get the same answer, without a cookie', async () => {
  const { email } = await openSession(system().db)
  const answers = [
    await send({ email, password: 'wrong' }),
    await send({ email: unknownEmail(), password: PASSWORD }),
  ]
  const [wrong, unknown] = answers.map(({ status, body: { requestId: _, ...rest } }) => ({ status, rest }))
  expect(wrong).toEqual(unknown)
  expect(wrong).toMatchObject({ status: 401, rest: { code: 'unauthorized' } })
  expect(answers.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null])
})

test('an unknown email is refused no faster than a wrong password', async () => {
  const { email } = await openSession(system().db)
  const timeLogIn = async (address: string) => {
    const startedAt = performance.now()
    await send({ email: address, password: 'wrong' })
    return performance.now() - startedAt
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let i = 0; i < 9; i++) {
    known.push(await timeLogIn(email))
    unknown.push(await timeLogIn(unknownEmail()))
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[4] ?? 0
  expect(median(unknown) / median(known)).toBeGreaterThan(0.6)
  expect(median(unknown) / median(known)).toBeLessThan(1.7)
})

test('a user without a password cannot log in with any password', async () => {
  const { db } = system()
  const { id, email } = await openSession(db)
  await db.row(`update users set password_hash = 'none' where id = $1`, [id])
  expect((await send({ email, password: 'none' })).status).toBe(401)
  expect((await send({ email, password: PASSWORD })).status).toBe(401)
})

test('only the right password reveals that a user is suspended', async () => {
  const { db } = system()
  const { id, email } = await openSession(db)
  await db.row(`update users set suspended_at = now() where id = $1`, [id])
  const right = await send({ email, password: PASSWORD })
  expect([right.status, right.body.code]).toEqual([403, 'key_inactive'])
  expect((await send({ email, password: 'wrong' })).body.code).toBe('unauthorized')
})

test('a page of another site cannot log a user in', async () => {
  const { email } = await openSession(system().db)
  const origin = new URL(system().baseUrl).origin
  const foreign: Headers[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin },
    { origin: 'https://evil.example' },
    { ...sameOrigin, 'content-type': 'text/plain' },
    { ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' },
  ]
  for (const headers of foreign) {
    const { status, body } = await send({ email, password: PASSWORD }, headers)
    expect([status, body.code]).toEqual([401, 'unauthorized'])
  }
  expect((await send({ email, password: PASSWORD }, { origin })).status).toBe(201)
})

test('a forged X-Forwarded-For does not evade the limit, with a proxy or without one', async () => {
  const clientAddress = randomNetworkAddress()
  const logInThroughProxy = async () => {
    const headers = { ...sameOrigin, 'x-forwarded-for': `${randomNetworkAddress()}, ${clientAddress}` }
    return (await send({ email: unknownEmail(), password: 'wrong' }, headers)).status
  }
  const localAddress = `127.${[...randomBytes(3)].map((byte) => (byte % 200) + 20).join('.')}`
  for (const tryLogIn of [logInThroughProxy, () => logInFrom(localAddress)]) {
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push(await tryLogIn())
    expect(statuses).toEqual([...Array(30).fill(401), 429])
  }
})

/** Logs in without a proxy, from its own loopback address: other tests share the default one. */
const logInFrom = (localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...sameOrigin,
      'content-type': 'application/json',
      'x-forwarded-for': randomNetworkAddress(),
    }
    request(`${direct()}/api/account/session`, { method: 'POST', localAddress, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end(JSON.stringify({ email: unknownEmail(), password: 'wrong' }))
  })
