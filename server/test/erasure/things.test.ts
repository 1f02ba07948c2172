import { expect, test } from 'vitest'
import { makeAsset, makeCharacter, makePhoto, makeProduct, referencePath } from '../routes/make-album.ts'
import { makeCep, makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'
import { erase, listKeys, makeOwner, type TestOwner } from './make-owner.ts'

const system = useSystem()

const statusOf = async (url: string | null) => (await system().call('GET', url ?? '')).status
const codeOf = async (path: string, owner: TestOwner) => {
  const { status, body } = await system().call('GET', path, { key: owner.apiKey })
  return [status, body.code]
}
const rowsNaming = async (id: string, text: string) => {
  const rows = await system().app.db.rows<{ named: boolean }>(
    `select to_jsonb(media)::text like '%' || $2 || '%' as named from media where id = $1 or parent_id = $1`,
    [id, text],
  )
  return rows.map(({ named }) => named)
}

test('an erased media is 410 everywhere, without bytes and texts; the ledger keeps its amounts', async () => {
  const { app, call, entries, finished, submit } = system()
  const owner = await makeOwner(app.db)
  const order = { prompt: 'a secret prompt about Anna', hook: 'a secret hook', clientRef: 'secret-ref', n: 2 }
  const media = await finished(owner, (await submit(owner, order)).body.id)
  const sibling = media.outputs[1]
  const before = await entries(owner)
  expect(await listKeys(app, `generated/${media.id}/`)).toHaveLength(2)
  const answer = await erase(system(), owner, media.id)
  expect([answer.status, answer.body.erasure.kind, answer.body.erasure.doneAt]).toEqual([
    201,
    'media',
    expect.any(String),
  ])
  for (const url of [media.videoUrl, media.thumbnailUrl, sibling?.videoUrl, sibling?.thumbnailUrl])
    expect(await statusOf(url ?? '')).toBe(410)
  for (const folder of ['generated', 'thumbnails'])
    expect(await listKeys(app, `${folder}/${media.id}/`)).toEqual([])
  for (const path of ['', '/download'])
    expect(await codeOf(`/api/gen/media/${media.id}${path}`, owner)).toEqual([410, 'erased'])
  const { body } = await call('GET', '/api/gen/media', { key: owner.apiKey })
  expect(body.media).toEqual([])
  expect(await rowsNaming(media.id, 'secret')).toEqual([false, false])
  expect(await entries(owner)).toEqual(before)
})

test('a late retry of an erased job finds its clientRef taken, and is not charged', async () => {
  const { app, entries, submit } = system()
  const owner = await makeOwner(app.db)
  const { id } = await makeMedia(system(), owner, { clientRef: 'once' })
  await erase(system(), owner, id)
  const again = await submit(owner, { clientRef: 'once' })
  expect([again.status, again.body.code, again.body.charged]).toEqual([410, 'erased', 'none'])
  expect(await entries(owner, id)).toHaveLength(1)
})

test('erasing one of several files leaves the job and its other files', async () => {
  const { app, finished, poll, submit } = system()
  const owner = await makeOwner(app.db)
  const media = await finished(owner, (await submit(owner, { n: 2 })).body.id)
  const second = media.outputs[1]?.id ?? ''
  expect((await erase(system(), owner, second)).status).toBe(201)
  expect([await statusOf(media.videoUrl), await statusOf(media.outputs[1]?.videoUrl ?? '')]).toEqual([
    200, 410,
  ])
  expect((await poll(owner, media.id)).outputs.map(({ id }) => id)).toEqual([media.id])
})

test('a running job cannot be erased, a failed one can', async () => {
  const { app, finished, submit } = system()
  const owner = await makeOwner(app.db)
  const running = (await submit(owner, { model: 'simulator/hang', prompt: 'it hangs' })).body.id
  const refused = await erase(system(), owner, running)
  expect([refused.status, refused.body.code, refused.body.status]).toEqual([
    409,
    'media_not_completed',
    'processing',
  ])
  expect((await finished(owner, running)).status).toBe('stalled')
  expect((await erase(system(), owner, running)).status).toBe(201)
  expect(await rowsNaming(running, 'it hangs')).toEqual([false])
})

test('a deleted photo is 410 without bytes, and jobs that used it show no label and no file', async () => {
  const { app, call, poll } = system()
  const owner = await makeOwner(app.db)
  const { id } = await makeProduct(system(), owner)
  const photo = await makePhoto(system(), owner, id)
  const media = await makeMedia(system(), owner, { productId: id })
  expect(media.inputs[0]).toMatchObject({ photoReferenceId: photo.id, fileUrl: photo.url })
  await call('DELETE', `${referencePath(id)}/${photo.id}`, { key: owner.apiKey })
  expect(await statusOf(photo.url)).toBe(410)
  expect(await listKeys(app, `uploads/${photo.id}`)).toEqual([])
  const { inputs, videoUrl } = await poll(owner, media.id)
  expect(inputs[0]).toMatchObject({ photoReferenceId: photo.id, label: 'erased' })
  expect([await statusOf(inputs[0]?.fileUrl ?? ''), await statusOf(videoUrl)]).toEqual([410, 200])
})

test('an erased upload takes the photos with it that were made from it', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const asset = await makeAsset(system(), owner)
  const { id } = await makeProduct(system(), owner)
  const body = { mediaAssetId: asset.id, label: 'front' }
  const { photo } = (await call('POST', referencePath(id), { key: owner.apiKey, body })).body
  // Deleting a photo alone leaves the upload and the other photo.
  const other = (await call('POST', referencePath(id), { key: owner.apiKey, body })).body.photo
  await call('DELETE', `${referencePath(id)}/${other.id}`, { key: owner.apiKey })
  expect([await statusOf(other.url), await statusOf(photo.url), await statusOf(asset.url)]).toEqual([
    410, 200, 200,
  ])
  expect((await erase(system(), owner, asset.id)).status).toBe(201)
  expect([await statusOf(photo.url), await statusOf(asset.url)]).toEqual([410, 410])
  expect(await listKeys(app, `uploads/${asset.id}`)).toEqual([])
  expect((await call('POST', referencePath(id), { key: owner.apiKey, body })).status).toBe(404)
  const { product } = (await call('GET', `/api/gen/products/${id}`, { key: owner.apiKey })).body
  expect([product.referencePhotoCount, product.photos]).toEqual([0, []])
})

test('an erased media takes its copies with it: photos made from it', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const media = await makeMedia(system(), owner)
  const { id } = await makeProduct(system(), owner)
  const body = { mediaAssetId: media.id, label: 'front' }
  const { photo } = (await call('POST', referencePath(id), { key: owner.apiKey, body })).body
  expect(await listKeys(app, `uploads/${photo.id}`)).toHaveLength(1)
  await erase(system(), owner, media.id)
  expect(await statusOf(photo.url)).toBe(410)
  expect(await listKeys(app, `uploads/${photo.id}`)).toEqual([])
})

test('an erased product loses name, photos and CEPs; its media stay', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const { id } = await makeProduct(system(), owner, 'A very secret product')
  const photo = await makePhoto(system(), owner, id)
  await makeCep(system(), owner, id)
  const media = await makeMedia(system(), owner, { productId: id })
  const cep = { cepText: 'Tea at night', productId: id, keywords: ['secret word'] }
  expect((await call('POST', '/api/agent/ceps', { key: owner.apiKey, body: cep })).status).toBe(201)
  for (const note of [
    { text: 'People love a very secret product in the evening' },
    { text: 'People drink it in the evening', keywords: ['night', 'A VERY secret product'] },
  ])
    await call('POST', '/api/agent/knowledge/notes', { headers: owner.headers, body: note })
  expect((await erase(system(), owner, id)).status).toBe(201)
  expect(await statusOf(photo.url)).toBe(410)
  expect(await codeOf(`/api/gen/products/${id}`, owner)).toEqual([410, 'erased'])
  expect((await call('GET', '/api/gen/products', { key: owner.apiKey })).body.products).toEqual([])
  expect(await statusOf(media.videoUrl)).toBe(200)
  const submit = { prompt: 'x', productId: id }
  expect((await call('POST', '/api/gen/image', { key: owner.apiKey, body: submit })).status).toBe(404)
  const left = await app.db.rows(
    `select 1 from ceps where product_id = $1 and (cep_text <> '' or keywords <> '{}')
     union all select 1 from memory_notes where user_id = $2
     union all select 1 from search_records where user_id = $2`,
    [id, owner.id],
  )
  expect(left).toEqual([])
  const found = await call('GET', '/api/agent/knowledge/search?q=tea', { key: owner.apiKey })
  expect(found.body.hits).toEqual([])
})

test('an erased character loses name and photos', async () => {
  const { app, call } = system()
  const owner = await makeOwner(app.db)
  const character = await makeCharacter(system(), owner)
  const form = `/api/gen/characters/${character.id}/reference`
  const asset = await makeAsset(system(), owner)
  const body = { mediaAssetId: asset.id, label: 'face' }
  const { photo } = (await call('POST', form, { key: owner.apiKey, body })).body
  expect((await erase(system(), owner, character.id)).status).toBe(201)
  expect(await statusOf(photo.url)).toBe(410)
  expect(await codeOf(`/api/gen/characters/${character.id}`, owner)).toEqual([410, 'erased'])
  expect((await call('POST', form, { key: owner.apiKey, body })).status).toBe(410)
})

test('erasing twice is answered with the same erasure, and others see 404', async () => {
  const { app, call } = system()
  const [owner, other] = [await makeOwner(app.db), await makeOwner(app.db)]
  const { id } = await makeMedia(system(), owner)
  expect((await erase(system(), other, id)).status).toBe(404)
  const first = await erase(system(), owner, id)
  const second = await erase(system(), owner, id)
  expect([second.status, second.body.erasure]).toEqual([201, first.body.erasure])
  const { body } = await call('GET', '/api/account/erasures', { headers: owner.headers })
  expect(body.erasures).toEqual([first.body.erasure])
})
