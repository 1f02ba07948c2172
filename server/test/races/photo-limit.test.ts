import { expect, test } from 'vitest'
import { makeAsset, makeCharacter, makePhoto, makeProduct, referencePath } from '../routes/make-album.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({}, (app) => {
  app.config.rateLimits.writes = 1_000
})

test.each([
  ['product', makeProduct],
  ['character', makeCharacter],
])(
  'of 60 photos added to a %s concurrently 50 are accepted, and a delete frees one more',
  async (_, make) => {
    const { call, createUser } = system()
    const user = await createUser()
    const path = referencePath((await make(system(), user)).id)
    const body = { label: 'one of many', mediaAssetId: (await makeAsset(system(), user)).id }
    const add = () => call('POST', path, { key: user.apiKey, body })
    const answers = await Promise.all(Array.from({ length: 60 }, add))
    const added = answers.filter(({ status }) => status === 201)
    expect(added).toHaveLength(50)
    for (const { status, body } of answers.filter((one) => !added.includes(one)))
      expect([status, body.code, body.limit]).toEqual([400, 'invalid_request', 50])
    const { photos } = (await call('GET', path, { key: user.apiKey })).body
    expect(photos).toHaveLength(50)
    // Exactly one answer reports a primary photo, and it is the oldest.
    expect(added.filter(({ body }) => body.photo.isPrimary).map(({ body }) => body.photo)).toEqual([
      photos[0],
    ])
    await call('DELETE', `${path}/${photos[7].id}`, { key: user.apiKey })
    expect((await Promise.all([add(), add()])).map(({ status }) => status).toSorted()).toEqual([201, 400])
  },
)

test('photos added and removed concurrently leave the right count', async () => {
  const { app, call, createUser } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const body = { label: 'coming', mediaAssetId: (await makeAsset(system(), user)).id }
  const toRemove = [await makePhoto(system(), user, id), await makePhoto(system(), user, id)]
  await Promise.all([
    ...Array.from({ length: 20 }, () => call('POST', referencePath(id), { key: user.apiKey, body })),
    ...toRemove.map((photo) => call('DELETE', `${referencePath(id)}/${photo.id}`, { key: user.apiKey })),
  ])
  const { photos } = (await call('GET', referencePath(id), { key: user.apiKey })).body
  const counted = await app.db.row(`select active from photo_counts where holder_id = $1`, [id])
  expect([photos.length, counted]).toEqual([20, { active: 20 }])
})
