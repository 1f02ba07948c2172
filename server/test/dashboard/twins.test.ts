import { endpoints, exampleId, type Twin, twins } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import { openSession, openSessionOf } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

/** The path with a mode and ids that exist nowhere. */
const pathOf = ({ path, params }: Twin, mode = 'live'): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = name === 'mode' ? mode : params?.shape[name]?.meta()?.example
    return String(example ?? exampleId('media'))
  })

const send = async ({ method, form }: Twin, path: string, headers: Record<string, string>) => {
  const body = { ...(method !== 'GET' && (form ? { form: new FormData() } : { body: {} })) }
  const { status, body: answer } = await system().call(method, path, { headers, ...body })
  return [status, answer.code]
}

test('every endpoint under /api/gen and /api/agent has one twin, with the same schemas', () => {
  const wanted = Object.values(endpoints).filter(({ path }) => /^\/api\/(gen|agent)\//.test(path))
  expect(twins.map(({ twinOf }) => endpoints[twinOf])).toEqual(wanted)
  for (const twin of twins) {
    const { body, query, answer, limit } = twin
    expect(twin).toMatchObject({ auth: 'session', chapter: 'Dashboard' })
    expect(twin.scope).toBeUndefined()
    expect(endpoints[twin.twinOf]).toMatchObject({
      ...(body && { body }),
      ...(query && { query }),
      answer,
      limit,
    })
  }
})

describe.each(twins.map((twin) => [`${twin.method} ${twin.path}`, twin] as const))('%s', (_, twin) => {
  test('admits a session alone', async () => {
    const { db } = system()
    const visitor = await openSession(db)
    const { secret } = await createKey(db, visitor.id, { name: 'of the same user' })
    const { cookie: __, ...others } = visitor.headers
    const path = pathOf(twin)
    for (const headers of [others, { ...others, 'x-api-key': secret }, { authorization: `Bearer ${secret}` }])
      expect(await send(twin, path, headers)).toEqual([401, 'unauthorized'])
    const [status] = await send(twin, path, visitor.headers)
    expect([200, 201, 400, 404, 409]).toContain(status)
  })

  test('has no other mode than live and test', async () => {
    const { headers } = await openSession(system().db)
    for (const mode of ['LIVE', 'both', 'live%00', ' '])
      expect(await send(twin, pathOf(twin, mode), headers)).toEqual([404, 'not_found'])
  })

  test.runIf(twin.method !== 'GET')('refuses what another site sends', async () => {
    const { headers } = await openSession(system().db)
    const { cookie = '' } = headers
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const from of foreign)
      expect(await send(twin, pathOf(twin), { cookie, ...from })).toEqual([401, 'unauthorized'])
    expect(await send(twin, pathOf(twin), { ...headers, 'content-type': 'text/plain' })).toEqual([
      401,
      'unauthorized',
    ])
  })
})

test('the endpoints of keys refuse a session', async () => {
  const { db, call } = system()
  const { headers } = await openSession(db)
  for (const path of [
    '/api/gen/media',
    '/api/gen/credits',
    '/api/agent/topics',
    '/api/agent/knowledge/notes',
  ])
    expect((await call('GET', path, { headers })).status).toBe(401)
})

test('a key and its owner read the same', async () => {
  const { db, call, createUser, submit, finished } = system()
  const user = await createUser()
  const headers = await openSessionOf(db, user)
  const { id } = (await submit(user)).body
  await finished(user, id)
  const paths = [
    'gen/media',
    `gen/media/${id}`,
    'gen/image',
    'gen/credits',
    'gen/credits/verify',
    'gen/models',
  ]
  for (const path of [...paths, 'gen/products', 'gen/quotas', 'agent/topics', 'agent/knowledge/history']) {
    const byKey = await call('GET', `/api/${path}`, { key: user.apiKey })
    const byOwner = await call('GET', `/api/owner/live/${path}`, { headers })
    expect([path, byOwner.status, byOwner.body]).toEqual([path, 200, byKey.body])
  }
  expect((await call('GET', `/api/owner/test/gen/media/${id}`, { headers })).status).toBe(404)
  expect((await call('GET', '/api/owner/test/gen/media', { headers })).body.media).toEqual([])
  const other = await openSession(db)
  expect((await call('GET', `/api/owner/live/gen/media/${id}`, other)).status).toBe(404)
})
