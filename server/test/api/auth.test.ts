import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/accounts/key-text.ts'
import { useHouse } from '../house.ts'

const house = useHouse()
const keyed = Object.values(endpoints).filter((one) => one.auth === 'key')
const pathOf = (path: string) => path.replace('{id}', `med_${'0'.repeat(22)}`)

test.each(keyed)('$method $path: no key, half a key and an unknown key are 401', async ({ method, path }) => {
  const { call } = house()
  for (const asked of [{}, { key: 'hsk_half' }, { key: newKeyText() }, { bearer: newKeyText() }]) {
    const { status, body, headers } = await call(method, pathOf(path), asked)
    expect([status, body.code, body.charged]).toEqual([401, 'unauthorized', 'none'])
    expect(body.requestId).toBe(headers.get('x-request-id'))
  }
})

test.each([
  ['revoked', `update api_keys set revoked_at = now() where id = $1`],
  ['expired', `update api_keys set expires_at = now() - interval '1 second' where id = $1`],
  [
    'of a suspended user',
    `update users set suspended_at = now() where id = (select user_id from api_keys where id = $1)`,
  ],
])('a key that is %s is 403 everywhere', async (_, change) => {
  const { app, call, person } = house()
  const who = await person()
  await app.db.row(change, [who.keyId])
  for (const { method, path } of keyed) {
    const { status, body } = await call(method, pathOf(path), { key: who.apiKey })
    expect([status, body.code]).toEqual([403, 'key_inactive'])
  }
})

test('a key that was good is refused within 5 s of its revocation', async () => {
  const { app, call, person } = house()
  const who = await person()
  const status = async () => (await call('GET', '/api/gen/credits', { key: who.apiKey })).status
  expect(await status()).toBe(200)
  await app.db.row(`update api_keys set revoked_at = now() where id = $1`, [who.keyId])
  await expect.poll(status, { timeout: 5_000, interval: 200 }).toBe(403)
})

test('a missing scope is 403 and named', async () => {
  const { app, call, person, submit } = house()
  const who = await person()
  await app.db.row(`update api_keys set scopes = '{read}' where id = $1`, [who.keyId])
  expect((await call('GET', '/api/gen/credits', { key: who.apiKey })).status).toBe(200)
  const { status, body } = await submit(who)
  expect([status, body.code, body.scope]).toEqual([403, 'scope_missing', 'generate'])
})

test('nobody sees another’s media, by poll, list or ids', async () => {
  const { call, person, submit } = house()
  const [owner, stranger] = [await person(), await person()]
  const { body } = await submit(owner, { prompt: 'canary', clientRef: 'canary' })
  const seen = await Promise.all([
    call('GET', `/api/gen/media/${body.id}`, { key: stranger.apiKey }),
    call('GET', `/api/gen/media?ids=${body.id}`, { key: stranger.apiKey }),
    call('GET', `/api/gen/media?clientRef=canary`, { key: stranger.apiKey }),
    call('GET', `/api/gen/image`, { key: stranger.apiKey }),
    call('GET', `/api/gen/credits`, { key: stranger.apiKey }),
  ])
  expect(seen[0]?.status).toBe(404)
  expect(JSON.stringify(seen.map((one) => one.body))).not.toMatch(new RegExp(`canary|${body.id}`))
})
