import { AssetList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeAsset } from './make-album.ts'

const system = useSharedSystem()

const list = async (user: TestUser, query = '') => {
  const { status, body } = await system().call('GET', `/api/gen/assets${query}`, { key: user.apiKey })
  expect(status).toBe(200)
  return AssetList.strict().parse(body)
}

test('uploads are listed newest first, page by page, each as its upload was answered', async () => {
  const user = await system().createUser()
  const [first, second, third] = [
    await makeAsset(system(), user),
    await makeAsset(system(), user),
    await makeAsset(system(), user),
  ]
  expect((await list(user)).assets).toEqual([third, second, first])
  const page = await list(user, '?limit=2')
  expect(page.assets).toEqual([third, second])
  const last = await list(user, `?limit=2&cursor=${page.nextCursor}`)
  expect(last).toEqual({ assets: [first], nextCursor: null })
})

test('another user and a test key of the same user see none of them', async () => {
  const { createUser } = system()
  const user = await createUser()
  await makeAsset(system(), user)
  expect((await list(await createUser())).assets).toEqual([])
  await system().db.row(`update api_keys set mode = 'test' where id = $1`, [user.keyId])
  await expect.poll(() => list(user), { timeout: 10_000 }).toEqual({ assets: [], nextCursor: null })
})

test.each(['limit=0', 'limit=101', 'cursor=nonsense'])('%s is answered 400', async (query) => {
  const user = await system().createUser()
  const { status, body } = await system().call('GET', `/api/gen/assets?${query}`, { key: user.apiKey })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
})
