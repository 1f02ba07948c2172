import type { Media } from '@atelier/contract'
import { describe, expect, test } from 'vitest'
import { makeCharacter, makePhoto, makeProduct } from '../routes/make-album.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()
const order = { prompt: 'the mug from the photo', model: 'simulator/fail' }
const pictureUrl = (name: string) => `https://pictures.example/${name}.png`

/** Creates a user with a product of three photos and a character of six. */
async function createUserWithPhotos() {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const characterId = (await makeCharacter(system(), user)).id
  const add = async (holder: string, count: number) => {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push((await makePhoto(system(), user, holder, `photo ${i}`)).id)
    return ids
  }
  return {
    user,
    productId,
    characterId,
    productPhotos: await add(productId, 3),
    characterPhotos: await add(characterId, 7),
  }
}

const quote = async (user: TestUser, body: Record<string, unknown>) =>
  system().call('POST', '/api/gen/quote', { key: user.apiKey, body: { kind: 'image', ...order, ...body } })

/** The references of a quote: the photo id or URL of each, with its origin. */
async function quoteReferences(user: TestUser, body: Record<string, unknown>): Promise<[string, string][]> {
  const { references } = (await quote(user, body)).body.quote
  expect(references.map((one: { order: number }) => one.order)).toEqual([...references.keys()])
  return references.map((one: { photoReferenceId: string | null; fileUrl: string; origin: string }) => [
    one.photoReferenceId ?? one.fileUrl,
    one.origin,
  ])
}

const photoIdsOf = (media: Media): string[] => media.inputs.map((input) => input.photoReferenceId)

async function submitAndPoll(path: string, user: TestUser, body: Record<string, unknown>) {
  const answer = await system().call('POST', path, { key: user.apiKey, body: { ...order, ...body } })
  expect(answer.status).toBe(201)
  return { answer: answer.body, media: await system().poll(user, answer.body.id) }
}

test('explicit references come first, field by field, then the product, then the character', async () => {
  const { user, productId, characterId, productPhotos, characterPhotos } = await createUserWithPhotos()
  const imageUrls = [pictureUrl('one')]
  expect(
    await quoteReferences(user, {
      productPhotoReferenceIds: [productPhotos[2], productPhotos[1]],
      photoReferenceIds: [characterPhotos[5]],
      imageUrls,
      productId,
      characterId,
    }),
  ).toEqual([
    [pictureUrl('one'), 'image_url'],
    [characterPhotos[5], 'photo'],
    [productPhotos[2], 'product_photo'],
    [productPhotos[1], 'product_photo'],
    [characterPhotos[0], 'character'],
  ])
  expect(
    await quoteReferences(user, {
      imageUrls,
      productId,
      characterId,
      photoReferenceIds: [characterPhotos[1]],
    }),
  ).toEqual([
    [pictureUrl('one'), 'image_url'],
    [characterPhotos[1], 'photo'],
    [productPhotos[0], 'product'],
    [characterPhotos[0], 'character'],
    [characterPhotos[2], 'character'],
  ])
})

test('each reference is used once, whether by id or by URL', async () => {
  const { user, productId, productPhotos, characterPhotos } = await createUserWithPhotos()
  const imageUrls = [pictureUrl('one'), pictureUrl('two'), pictureUrl('one')]
  const photoReferenceIds = [productPhotos[0], characterPhotos[0], productPhotos[0]]
  expect(
    await quoteReferences(user, {
      imageUrls,
      photoReferenceIds,
      productId,
      productPhotoReferenceIds: [productPhotos[0], productPhotos[1]],
    }),
  ).toEqual([
    [pictureUrl('one'), 'image_url'],
    [pictureUrl('two'), 'image_url'],
    [productPhotos[0], 'photo'],
    [characterPhotos[0], 'photo'],
    [productPhotos[1], 'product_photo'],
  ])
  expect((await quoteReferences(user, { photoReferenceIds: [productPhotos[0]], productId })).length).toBe(1)
})

test('six explicit references are answered 400; one reference six times counts as one', async () => {
  const { user, characterPhotos } = await createUserWithPhotos()
  const { status, body } = await quote(user, { photoReferenceIds: characterPhotos })
  expect([status, body]).toMatchObject([400, { code: 'too_many_references', limit: 5, given: 7 }])
  const mixed = {
    photoReferenceIds: characterPhotos.slice(0, 4),
    imageUrls: [pictureUrl('a'), pictureUrl('b')],
  }
  expect((await system().submit(user, mixed)).body).toMatchObject({ code: 'too_many_references', given: 6 })
  expect(await quoteReferences(user, { photoReferenceIds: Array(6).fill(characterPhotos[0]) })).toHaveLength(
    1,
  )
})

describe.each(['/api/gen/image', '/api/gen/video'])('POST %s', (path) => {
  test('the primary photo and the character fill the five references; the rest is named', async () => {
    const { user, productId, characterId, productPhotos, characterPhotos } = await createUserWithPhotos()
    const { answer, media } = await submitAndPoll(path, user, { productId, characterId })
    expect(photoIdsOf(media)).toEqual([productPhotos[0], ...characterPhotos.slice(0, 4)])
    expect(media.inputs.map((input) => input.order)).toEqual([0, 1, 2, 3, 4])
    const dropped = characterPhotos
      .slice(4)
      .map((photoReferenceId) => ({ photoReferenceId, origin: 'character' }))
    expect([answer.droppedReferences, media.droppedReferences]).toEqual([dropped, dropped])
    for (const { photoReferenceId } of dropped) expect(answer.message).toContain(photoReferenceId)
  })

  test('of a character with seven photos alone the five oldest are used and two are named', async () => {
    const { user, characterId, characterPhotos } = await createUserWithPhotos()
    const { media } = await submitAndPoll(path, user, { characterId })
    expect(photoIdsOf(media)).toEqual(characterPhotos.slice(0, 5))
    expect(media.droppedReferences.map((one) => one.photoReferenceId)).toEqual(characterPhotos.slice(5))
  })

  test('with five explicit references the product photo is dropped as well', async () => {
    const { user, productId, characterPhotos } = await createUserWithPhotos()
    const photoReferenceIds = characterPhotos.slice(0, 5)
    const { media } = await submitAndPoll(path, user, { photoReferenceIds, productId })
    expect(photoIdsOf(media)).toEqual(photoReferenceIds)
    expect(media.droppedReferences).toMatchObject([{ origin: 'product' }])
  })

  test('useProductPhoto: false only tags; chosen product photos replace the primary one', async () => {
    const { user, productId, productPhotos } = await createUserWithPhotos()
    const tagged = await submitAndPoll(path, user, { productId, useProductPhoto: false })
    expect([tagged.media.productId, tagged.media.inputs]).toEqual([productId, []])
    const chosen = await submitAndPoll(path, user, {
      productId,
      productPhotoReferenceIds: [productPhotos[1]],
    })
    expect(photoIdsOf(chosen.media)).toEqual([productPhotos[1]])
  })

  test('a product without photos is accepted, and the answer says that it has none', async () => {
    const user = await system().createUser()
    const productId = (await makeProduct(system(), user)).id
    const { answer, media } = await submitAndPoll(path, user, { productId })
    expect([media.inputs, media.productId]).toEqual([[], productId])
    expect(answer.message).toMatch(/has no photo yet/)
  })

  test('a photo that is not of the product is answered 400, and a deactivated one is not used', async () => {
    const { call } = system()
    const { user, productId, productPhotos, characterPhotos } = await createUserWithPhotos()
    const send = (body: Record<string, unknown>) =>
      call('POST', path, { key: user.apiKey, body: { ...order, ...body } })
    const other = await send({ productId, productPhotoReferenceIds: [characterPhotos[0]] })
    expect([other.status, other.body.field]).toEqual([400, 'productPhotoReferenceIds'])
    await call('DELETE', `/api/gen/products/${productId}/reference/${productPhotos[0]}`, { key: user.apiKey })
    expect((await send({ photoReferenceIds: [productPhotos[0]] })).status).toBe(404)
    expect((await send({ productId, productPhotoReferenceIds: [productPhotos[0]] })).status).toBe(400)
    expect(photoIdsOf((await submitAndPoll(path, user, { productId })).media)).toEqual([productPhotos[1]])
  })
})

test('an admin may use another user’s product and its photos, but no other photos', async () => {
  const { db, createUser } = system()
  const { productId, characterId, productPhotos, characterPhotos } = await createUserWithPhotos()
  const admin = await createUser()
  await db.row(`update users set role = 'admin' where id = $1`, [admin.id])
  expect(await quoteReferences(admin, { productId, productPhotoReferenceIds: [productPhotos[2]] })).toEqual([
    [productPhotos[2], 'product_photo'],
  ])
  expect((await quote(admin, { photoReferenceIds: [characterPhotos[0]] })).status).toBe(403)
  expect((await quote(admin, { characterId })).status).toBe(403)
})

test('a mask needs a reference from any source', async () => {
  const { user, productId } = await createUserWithPhotos()
  const maskUrl = pictureUrl('mask')
  const bare = await quote(user, { maskUrl, productId, useProductPhoto: false })
  expect([bare.status, bare.body.field]).toEqual([400, 'maskUrl'])
  expect(await quoteReferences(user, { maskUrl, productId })).toHaveLength(1)
  expect(await quoteReferences(user, { maskUrl, imageUrls: [pictureUrl('one')] })).toHaveLength(1)
})
