import { DeletedAsset } from '@atelier/contract'
import { expect, inject, test } from 'vitest'
import { openStorage } from '../../src/platform/storage/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeAsset, makeProduct, referencePath } from './make-album.ts'

const system = useSharedSystem()

const keysOf = async (id: string) => {
  const storage = openStorage(inject('s3'))
  const { objects } = await storage.list(`uploads/${id}`)
  await storage.close()
  return objects.map(({ key }) => key)
}

test('a deleted upload is gone: bytes, address (410), place in the list and in the quota', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const [asset, other] = [await makeAsset(system(), user), await makeAsset(system(), user)]
  expect(await keysOf(asset.id)).toHaveLength(1)
  const answer = await call('DELETE', `/api/gen/assets/${asset.id}`, { key: user.apiKey })
  expect([answer.status, DeletedAsset.strict().parse(answer.body).asset]).toEqual([
    200,
    { id: asset.id, status: 'deleted' },
  ])
  expect(await keysOf(asset.id)).toEqual([])
  const file = await call('GET', asset.url)
  expect([file.status, file.body.code, file.body.error]).toEqual([
    410,
    'file_removed',
    expect.stringContaining('deleted'),
  ])
  const { assets } = (await call('GET', '/api/gen/assets', { key: user.apiKey })).body
  expect(assets).toEqual([other])
  const { quotas } = (await call('GET', '/api/gen/quotas', { key: user.apiKey })).body
  expect([quotas.uploads.used, quotas.uploadBytes.used]).toEqual([1, other.sizeBytes])
  expect((await call('GET', other.url)).status).toBe(200)
})

test('a photo that was made from an upload keeps its file; none can be made afterwards', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const { id: productId } = await makeProduct(system(), user)
  const asset = await makeAsset(system(), user)
  const body = { label: 'front', mediaAssetId: asset.id }
  const add = () => call('POST', referencePath(productId), { key: user.apiKey, body })
  const { photo } = (await add()).body
  const original = await (await fetch(asset.url)).arrayBuffer()
  await call('DELETE', `/api/gen/assets/${asset.id}`, { key: user.apiKey })
  const served = await fetch(photo.url)
  expect([served.status, Buffer.from(await served.arrayBuffer()).equals(Buffer.from(original))]).toEqual([
    200,
    true,
  ])
  expect((await add()).status).toBe(404)
})

test('a photo that shares the object of its upload, as older ones do, keeps it', async () => {
  const { call, createUser, db } = system()
  const user = await createUser()
  const { id: productId } = await makeProduct(system(), user)
  const asset = await makeAsset(system(), user)
  const body = { label: 'front', mediaAssetId: asset.id }
  const { photo } = (await call('POST', referencePath(productId), { key: user.apiKey, body })).body
  await db.row(`update photos set object_key = (select object_key from assets where id = $2) where id = $1`, [
    photo.id,
    asset.id,
  ])
  await call('DELETE', `/api/gen/assets/${asset.id}`, { key: user.apiKey })
  expect((await call('GET', photo.url)).status).toBe(200)
  expect((await call('GET', asset.url)).status).toBe(410)
})
