import { type Quotas, QuotasAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeAsset, makePhoto, makeProduct } from './make-album.ts'

const system = useSharedSystem()

const read = async (user: TestUser): Promise<Quotas> => {
  const { status, body } = await system().call('GET', '/api/gen/quotas', { key: user.apiKey })
  expect(status).toBe(200)
  return QuotasAnswer.strict().parse(body).quotas
}

const used = async (user: TestUser) =>
  Object.fromEntries(Object.entries(await read(user)).map(([name, quota]) => [name, quota.used]))

const NOTHING = { uploads: 0, uploadBytes: 0, photos: 0, photoBytes: 0, memoryRows: 0, notes: 0 }

test('a new user uses nothing, and every limit is above zero', async () => {
  const user = await system().createUser()
  expect(await used(user)).toEqual(NOTHING)
  for (const { limit } of Object.values(await read(user))) expect(limit).toBeGreaterThan(0)
})

test('uploads and photos count at once, with their bytes', async () => {
  const user = await system().createUser()
  const asset = await makeAsset(system(), user)
  const { id } = await makeProduct(system(), user)
  await makePhoto(system(), user, id)
  expect(await used(user)).toEqual({
    ...NOTHING,
    uploads: 1,
    uploadBytes: asset.sizeBytes,
    photos: 1,
    photoBytes: asset.sizeBytes,
  })
})
