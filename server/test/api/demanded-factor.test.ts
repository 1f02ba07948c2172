import { randomBytes } from 'node:crypto'
import { type Endpoint, type EndpointName, endpoints, examples } from '@atelier/contract'
import { expect, test } from 'vitest'
import { switchOn } from '../authenticator.ts'
import { openAdminSession, openSession } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const settings = { FACTOR_KEYS: randomBytes(32).toString('base64'), RATE_LIMIT_FACTOR: '100' }
const demanding = useSystem({ ...settings, SECOND_FACTOR: 'admins' })

const ofSessions = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { auth }]) => auth === 'session',
)
const pathOf = (name: EndpointName, { path }: Endpoint) =>
  path.replaceAll(/\{(\w+)\}/g, (_, field) => String(examples[name].params?.[field] ?? 'live'))

/** The code of what each endpoint of sessions answers, without a body. */
async function askAll(headers: Record<string, string>) {
  const answers = await Promise.all(
    ofSessions
      .filter(([name]) => name !== 'logOut')
      .map(async ([name, endpoint]) => {
        const { body } = await demanding().call(endpoint.method, pathOf(name, endpoint), { headers })
        return [name, body.code] as const
      }),
  )
  return answers.filter(([, code]) => code === 'second_factor_missing').map(([name]) => name)
}

test('who lacks a factor that is demanded can switch it on, and nothing else', async () => {
  const { app, call } = demanding()
  const { headers } = await openAdminSession(app.db)
  const open = ['readSession', 'readFactor', 'startFactor', 'confirmFactor', 'logOut']
  const refused = await askAll(headers)
  expect(refused.toSorted()).toEqual(
    ofSessions
      .map(([name]) => name)
      .filter((name) => !open.includes(name))
      .toSorted(),
  )
  expect((await call('GET', '/api/account/session', { headers })).body.session.needsFactor).toBe(true)
  expect((await call('GET', '/api/account/audit', { headers })).status).toBe(403)

  await switchOn(demanding(), { headers })
  expect((await call('GET', '/api/account/session', { headers })).body.session.needsFactor).toBe(false)
  expect((await call('GET', '/api/account/audit', { headers })).status).toBe(200)
  expect((await call('DELETE', '/api/account/factor', { headers })).status).toBe(200)
  expect((await call('GET', '/api/account/audit', { headers })).status).toBe(403)
})

test('of whom no factor is demanded may do everything, and so may the keys of an agent', async () => {
  const { app, call, createUser } = demanding()
  const { headers } = await openSession(app.db)
  expect(await askAll(headers)).toEqual([])
  const { id, apiKey } = await createUser()
  await app.db.row(`update users set role = 'admin' where id = $1`, [id])
  expect((await call('GET', '/api/gen/credits', { key: apiKey })).status).toBe(200)
})
