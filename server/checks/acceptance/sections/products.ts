import type { Asset, Cep, Media, Photo, Product } from '@atelier/contract'
import { readBytes } from '../api.ts'
import { absentId, type Caller } from '../caller.ts'
import { expectUntouched } from '../canary.ts'
import { writeForm } from '../draw-png.ts'
import { expectId, expectMatch, expectThat, expectTime, fail } from '../expect.ts'
import {
  expectBadField,
  expectCreated,
  expectError,
  expectOk,
  expectRefusals,
  expectStatus,
  expectWrongKind,
} from '../expect-answer.ts'
import {
  accept,
  addProductPhoto,
  createProduct,
  pollMedia,
  runImage,
  submitImage,
  waitForMedia,
} from '../jobs.ts'
import { readBalance, sha256 } from '../ledger.ts'
import type { Section } from '../suite.ts'

type Detail = Product & { media: Media[]; photos: Photo[]; ceps: Cep[] }
type Setup = { user: Caller; otherUser: Caller; product: Product; path: string; photos: Photo[] }

export const products: Section = {
  name: 'products',
  async run({ check, takeUser, callers: { admin } }) {
    const user = takeUser()
    const otherUser = takeUser()
    let product: Product | undefined
    let photos: Photo[] = []
    const setup = (): Setup => {
      if (!product) return fail('the product was not created')
      return { user, otherUser, product, path: `/api/gen/products/${product.id}`, photos }
    }
    await check(
      'create, list with counts, get, rename; a name has 1 to 200 characters, and no other field changes',
      async () => {
        product = await createProduct(user, '  Mug  ')
        await checkNames(setup())
      },
    )
    await check('the oldest active photo is primary; photos are listed with their four fields', async () => {
      photos = await checkPhotos(setup())
    })
    await check('a finished image or an upload becomes a reference photo by mediaAssetId', () =>
      checkMediaAssets(setup()),
    )
    await check('a reference needs a label and exactly one source; an unusable address is 400', () =>
      checkBadReferences(setup()),
    )
    await check('a deactivated photo is gone for jobs, and the next oldest becomes primary', () =>
      checkDeactivation(setup()),
    )
    await check(
      'another user cannot read, change or use it; absent ids are 404, other kinds 400, both 404 in a path',
      () => checkOwnership(setup()),
    )
    await check('an admin may use any product in a job, and pays; the file joins that product', async () => {
      const before = await readBalance(admin)
      const { id } = await accept(submitImage(admin, { productId: setup().product.id }), 'admin')
      expectMatch(await readBalance(admin), before - 400, 'admin pays')
      await waitForMedia(admin, id)
      const isThere = (await readDetail(setup())).media.some((media) => media.id === id)
      expectThat(isThere, 'in the product')
    })
  },
}

const readDetail = async ({ user, path }: Setup): Promise<Detail> =>
  (await expectOk(user.get<{ product: Detail }>(path), 'detail')).product

async function checkNames(setup: Setup): Promise<void> {
  const { user, product, path } = setup
  const rename = (body: object) => user.patch<{ product: Product }>(path, body)
  const page = await user.get<{ products: Product[]; nextCursor: string | null }>('/api/gen/products')
  const [listed] = page.json.products
  const empty = { mediaCount: 0, referencePhotoCount: 0, primaryPhotoUrl: null }
  const expected = [{ id: product.id, name: 'Mug', ...empty }, null]
  expectMatch([listed, page.json.nextCursor], expected, 'list, with a trimmed name')
  expectId(product.id, 'prd', 'id')
  expectTime(listed?.createdAt, 'createdAt')
  expectTime(listed?.updatedAt, 'updatedAt')
  const { product: renamed } = await expectOk(rename({ name: ' Cup ' }), 'rename')
  expectMatch(renamed.name, 'Cup', 'renamed')
  const detail = await readDetail(setup)
  const { name, media, photos, ceps } = detail
  expectMatch({ name, media, photos, ceps }, { name: 'Cup', media: [], photos: [], ceps: [] }, 'detail')
  await expectBadField('name', {
    blank: rename({ name: '  ' }),
    '201 characters': rename({ name: 'x'.repeat(201) }),
    'a number': rename({ name: 7 }),
    none: rename({}),
    'create without': user.post('/api/gen/products', { name: '' }),
  })
  const more = await rename({ name: 'X', ownerId: 'y' })
  expectError(more, 400, 'another field', { code: 'unknown_field', field: 'ownerId' })
  expectMatch((await readDetail(setup)).name, 'Cup', 'unchanged')
  expectStatus(await rename({ name: '\u{1F35C}'.repeat(200) }), 200, '200 emoji')
}

const readPhotos = async ({ user, path }: Setup): Promise<Photo[]> =>
  (await expectOk(user.get<{ photos: Photo[] }>(`${path}/reference`), 'photos')).photos

async function checkPhotos(setup: Setup): Promise<Photo[]> {
  const { user, product } = setup
  const front = await addProductPhoto(user, product.id, 'front', [200, 0, 0])
  const back = await addProductPhoto(user, product.id, 'back', [0, 0, 200])
  const photos = await readPhotos(setup)
  const expected = [
    { id: front.id, label: 'front', url: front.url, isPrimary: true },
    { id: back.id, label: 'back', url: back.url, isPrimary: false },
  ]
  expectMatch(photos, expected, 'photos')
  for (const photo of photos) {
    expectId(photo.id, 'pho', 'id')
    expectThat(photo.url.startsWith(`${user.api.baseUrl}/api/photos/serve/`), `url ${photo.url}`)
    await readBytes(user.api, photo.url)
  }
  const detail = await readDetail(setup)
  expectMatch(detail, { referencePhotoCount: 2, primaryPhotoUrl: front.url }, 'counts')
  return photos
}

async function checkMediaAssets(setup: Setup): Promise<void> {
  const { user, path } = setup
  const made = await runImage(user)
  const upload = user.upload<{ asset: Asset }>('/api/gen/assets', writeForm({}))
  const { asset } = await expectCreated(upload, 'upload')
  const bytes = await readBytes(user.api, asset.url)
  expectId(asset.id, 'ast', 'asset id')
  const file = { sizeBytes: bytes.length, sha256: sha256(bytes), width: 320, height: 240 }
  expectMatch(asset, file, 'asset')
  for (const mediaAssetId of [made.id, asset.id]) {
    const added = user.post<{ photo: Photo }>(`${path}/reference`, { mediaAssetId, label: 'made' })
    expectMatch((await expectCreated(added, 'reference')).photo.isPrimary, false, 'not primary')
  }
  expectMatch((await readDetail(setup)).photos.length, 4, 'photos')
}

async function checkBadReferences(setup: Setup): Promise<void> {
  const add = (body: object) => setup.user.post(`${setup.path}/reference`, body)
  const fileUrl = 'https://example.com/a.png'
  const label = 'x'
  await expectBadField('label', {
    'no label': add({ fileUrl }),
    'label of 101': add({ fileUrl, label: 'x'.repeat(101) }),
  })
  await expectRefusals(400, {
    'no source': add({ label }),
    'two sources': add({ label, fileUrl, mediaAssetId: absentId('ast') }),
    'not HTTPS': add({ label, fileUrl: 'http://example.com/a.png' }),
  })
  await expectUntouched(async (port) => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
      expectError(await add({ label, fileUrl: `https://${host}/a.png` }), 400, host)
  })
  expectMatch((await readDetail(setup)).photos.length, 4, 'photos')
}

async function checkDeactivation(setup: Setup): Promise<void> {
  const { user, product, path, photos } = setup
  const [front, back] = photos
  expectStatus(await user.delete(`${path}/reference/${front?.id}`), 200, 'deactivate')
  await expectRefusals(404, {
    'deactivate twice': user.delete(`${path}/reference/${front?.id}`),
    'in a job': submitImage(user, { photoReferenceIds: [front?.id] }),
  })
  const primary = (await readPhotos(setup)).map(({ isPrimary }) => isPrimary)
  const { primaryPhotoUrl } = await readDetail(setup)
  expectMatch([primary, primaryPhotoUrl], [[true, false, false], back?.url], 'one primary')
  const { id } = await accept(submitImage(user, { productId: product.id }))
  const used = (await pollMedia(user, id)).inputs.map(({ photoReferenceId }) => photoReferenceId)
  expectMatch(used, [back?.id], 'the next job')
}

async function checkOwnership({ user, otherUser, product, path, photos }: Setup): Promise<void> {
  await expectRefusals(404, {
    get: otherUser.get(path),
    photos: otherUser.get(`${path}/reference`),
    rename: otherUser.patch(path, { name: 'mine' }),
    deactivate: otherUser.delete(`${path}/reference/${photos[1]?.id}`),
    'add a photo': otherUser.post(`${path}/reference`, { label: 'x', fileUrl: 'https://example.com/a.png' }),
  })
  const used = await submitImage(otherUser, { productId: product.id })
  expectError(used, 403, 'use in a job', { code: 'not_owner', field: 'productId' })
  const listed = await expectOk(otherUser.get<{ products: Product[] }>('/api/gen/products'), 'list')
  expectMatch([listed.products, await readBalance(otherUser)], [[], 1_000_000], 'list, nothing charged')
  await expectRefusals(404, {
    absent: submitImage(user, { productId: absentId('prd') }),
    malformed: submitImage(user, { productId: 'nonsense' }),
    'absent character': submitImage(user, { characterId: absentId('chr') }),
  })
  const kinds = { field: 'characterId', expected: 'character', given: 'product' }
  await expectWrongKind(submitImage(user, { characterId: product.id }), kinds)
  for (const id of [absentId('prd'), 'nonsense', absentId('med')])
    expectError(await user.get(`/api/gen/products/${id}`), 404, id)
}
