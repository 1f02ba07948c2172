import type { Media } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import { makeCharacter, makePhoto, makeProduct } from '../routes/make-album.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()
const order = { prompt: 'the mug from the photo', model: 'simulator/fail' }
const address = (name: string) => `https://pictures.example/${name}.png`

/** Somebody with a product of three photos and a character of six. */
async function newShelf() {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const characterId = (await makeCharacter(system(), user)).id
  const add = async (holder: string, count: number) => {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push((await makePhoto(system(), user, holder, `photo ${i}`)).id)
    return ids
  }
  return { user, productId, characterId, sides: await add(productId, 3), faces: await add(characterId, 6) }
}

const quote = async (user: TestUser, body: Record<string, unknown>) =>
  system().call('POST', '/api/gen/quote', { key: user.apiKey, body: { kind: 'image', ...order, ...body } })

/** What a job is made from, by the ids of its photos or by its addresses, with where each came from. */
async function quoted(user: TestUser, body: Record<string, unknown>): Promise<[string, string][]> {
  const { references } = (await quote(user, body)).body.quote
  expect(references.map((one: { order: number }) => one.order)).toEqual([...references.keys()])
  return references.map((one: { photoReferenceId: string | null; fileUrl: string; origin: string }) => [
    one.photoReferenceId ?? one.fileUrl,
    one.origin,
  ])
}

const usedBy = (media: Media): string[] => media.inputs.map((input) => input.photoReferenceId)

async function submitted(path: string, user: TestUser, body: Record<string, unknown>) {
  const answer = await system().call('POST', path, { key: user.apiKey, body: { ...order, ...body } })
  expect(answer.status).toBe(201)
  return { answer: answer.body, media: await system().poll(user, answer.body.id) }
}

test('explicit ones come first, field by field; then the product, then the character', async () => {
  const { user, productId, characterId, sides, faces } = await newShelf()
  const imageUrls = [address('one')]
  expect(
    await quoted(user, {
      productPhotoReferenceIds: [sides[2], sides[1]],
      photoReferenceIds: [faces[5]],
      imageUrls,
      productId,
      characterId,
    }),
  ).toEqual([
    [address('one'), 'image_url'],
    [faces[5], 'photo'],
    [sides[2], 'product_photo'],
    [sides[1], 'product_photo'],
    [faces[0], 'character'],
  ])
  expect(await quoted(user, { imageUrls, productId, characterId, photoReferenceIds: [faces[1]] })).toEqual([
    [address('one'), 'image_url'],
    [faces[1], 'photo'],
    [sides[0], 'product'],
    [faces[0], 'character'],
    [faces[2], 'character'],
  ])
})

test('each is used once, by its id and by its address', async () => {
  const { user, productId, sides, faces } = await newShelf()
  const imageUrls = [address('one'), address('two'), address('one')]
  const photoReferenceIds = [sides[0], faces[0], sides[0]]
  expect(
    await quoted(user, {
      imageUrls,
      photoReferenceIds,
      productId,
      productPhotoReferenceIds: [sides[0], sides[1]],
    }),
  ).toEqual([
    [address('one'), 'image_url'],
    [address('two'), 'image_url'],
    [sides[0], 'photo'],
    [faces[0], 'photo'],
    [sides[1], 'product_photo'],
  ])
  expect((await quoted(user, { photoReferenceIds: [sides[0]], productId })).length).toBe(1)
})

test('six different explicit ones are 400 and counted; the same one six times is one', async () => {
  const { user, faces } = await newShelf()
  const { status, body } = await quote(user, { photoReferenceIds: faces })
  expect([status, body]).toMatchObject([400, { code: 'too_many_references', limit: 5, given: 6 }])
  const mixed = { photoReferenceIds: faces.slice(0, 4), imageUrls: [address('a'), address('b')] }
  expect((await system().submit(user, mixed)).body).toMatchObject({ code: 'too_many_references', given: 6 })
  expect(await quoted(user, { photoReferenceIds: Array(6).fill(faces[0]) })).toHaveLength(1)
})

describe.each(['/api/gen/image', '/api/gen/video'])('in POST %s', (path) => {
  test('the product’s primary photo and the character fill the places; the rest is named', async () => {
    const { user, productId, characterId, sides, faces } = await newShelf()
    const { answer, media } = await submitted(path, user, { productId, characterId })
    expect(usedBy(media)).toEqual([sides[0], ...faces.slice(0, 4)])
    expect(media.inputs.map((input) => input.order)).toEqual([0, 1, 2, 3, 4])
    // The sixth photo is not even asked for: five of a character are pulled at most.
    const dropped = [{ photoReferenceId: faces[4], origin: 'character' }]
    expect([answer.droppedReferences, media.droppedReferences]).toEqual([dropped, dropped])
    expect(answer.message).toContain(faces[4])
  })

  test('with five explicit ones the product is left out as well', async () => {
    const { user, productId, faces } = await newShelf()
    const photoReferenceIds = faces.slice(0, 5)
    const { media } = await submitted(path, user, { photoReferenceIds, productId })
    expect(usedBy(media)).toEqual(photoReferenceIds)
    expect(media.droppedReferences).toMatchObject([{ origin: 'product' }])
  })

  test('useProductPhoto: false only tags, and photos of the product replace the primary one', async () => {
    const { user, productId, sides } = await newShelf()
    const tagged = await submitted(path, user, { productId, useProductPhoto: false })
    expect([tagged.media.productId, tagged.media.inputs]).toEqual([productId, []])
    const chosen = await submitted(path, user, { productId, productPhotoReferenceIds: [sides[1]] })
    expect(usedBy(chosen.media)).toEqual([sides[1]])
  })

  test('a product without photos is used all the same, and the answer says so', async () => {
    const user = await system().createUser()
    const productId = (await makeProduct(system(), user)).id
    const { answer, media } = await submitted(path, user, { productId })
    expect([media.inputs, media.productId]).toEqual([[], productId])
    expect(answer.message).toMatch(/has no photo yet/)
  })

  test('a photo of another product of mine is 400, and a deactivated one is not there', async () => {
    const { call } = system()
    const { user, productId, sides, faces } = await newShelf()
    const send = (body: Record<string, unknown>) =>
      call('POST', path, { key: user.apiKey, body: { ...order, ...body } })
    const other = await send({ productId, productPhotoReferenceIds: [faces[0]] })
    expect([other.status, other.body.field]).toEqual([400, 'productPhotoReferenceIds'])
    await call('DELETE', `/api/gen/products/${productId}/reference/${sides[0]}`, { key: user.apiKey })
    expect((await send({ photoReferenceIds: [sides[0]] })).status).toBe(404)
    expect((await send({ productId, productPhotoReferenceIds: [sides[0]] })).status).toBe(400)
    expect(usedBy((await submitted(path, user, { productId })).media)).toEqual([sides[1]])
  })
})

test('an admin may use another’s product and its photos, but no other photos', async () => {
  const { db, createUser } = system()
  const { productId, characterId, sides, faces } = await newShelf()
  const admin = await createUser()
  await db.row(`update users set role = 'admin' where id = $1`, [admin.id])
  expect(await quoted(admin, { productId, productPhotoReferenceIds: [sides[2]] })).toEqual([
    [sides[2], 'product_photo'],
  ])
  expect((await quote(admin, { photoReferenceIds: [faces[0]] })).status).toBe(403)
  expect((await quote(admin, { characterId })).status).toBe(403)
})

test('a mask needs a reference, wherever that comes from', async () => {
  const { user, productId } = await newShelf()
  const maskUrl = address('mask')
  const bare = await quote(user, { maskUrl, productId, useProductPhoto: false })
  expect([bare.status, bare.body.field]).toEqual([400, 'maskUrl'])
  expect(await quoted(user, { maskUrl, productId })).toHaveLength(1)
  expect(await quoted(user, { maskUrl, imageUrls: [address('one')] })).toHaveLength(1)
})
