import type { Media, Product } from '@atelier/contract'
import { absentId, type Caller } from '../caller.ts'
import { expectMatch, expectOneOf, expectThat } from '../expect.ts'
import { expectBadField, expectError, expectOk, expectRefusals, expectWrongKind } from '../expect-answer.ts'
import { accept, createProduct, runImage, submitImage } from '../jobs.ts'
import type { Section } from '../suite.ts'

type Attached = { media: Media; product: Pick<Product, 'id' | 'name' | 'mediaCount'> }

const attachTo = (caller: Caller, product: Product, generatedMediaId?: string) =>
  caller.post<Attached>(`/api/gen/products/${product.id}/attach`, { generatedMediaId })

export const attach: Section = {
  name: 'attach',
  async run({ check, takeUser }) {
    const user = takeUser()
    const otherUser = takeUser()
    const product = await createProduct(user)
    const second = await createProduct(user, 'Second')
    const { id } = await runImage(user)
    await check(
      'finished media attaches once per product, to several products; unfinished or foreign media does not',
      async () => {
        await checkUnfinished(user, product)
        await checkAttach(user, [product, second], id)
        await checkRefusals(user, otherUser, product, id)
      },
    )
    await check('with productId all files of a job are attached automatically', () =>
      checkAutomatic(user, second, id),
    )
  },
}

async function checkUnfinished(user: Caller, product: Product): Promise<void> {
  const slow = await accept(submitImage(user, { model: 'simulator/slow' }))
  const early = await attachTo(user, product, slow.id)
  const { status } = expectError(early, 409, 'unfinished', { code: 'media_not_completed' })
  expectOneOf(status, ['queued', 'processing'], 'status')
}

async function checkAttach(user: Caller, [first, second]: [Product, Product], id: string): Promise<void> {
  for (const product of [first, first, second]) {
    const attached = await expectOk(attachTo(user, product, id), 'attach')
    const library = { id: product.id, name: product.name, mediaCount: 1 }
    expectMatch([attached.media.id, attached.product], [id, library], 'attach')
  }
  const { products } = await expectOk(user.get<{ products: Product[] }>('/api/gen/products'), 'products')
  expectMatch(
    products.map(({ mediaCount }) => mediaCount),
    [1, 1],
    'mediaCount of both',
  )
}

async function checkRefusals(user: Caller, otherUser: Caller, product: Product, id: string): Promise<void> {
  const theirs = await createProduct(otherUser)
  await expectRefusals(404, {
    'foreign media': attachTo(otherUser, theirs, id),
    'foreign product': attachTo(otherUser, product, id),
    'absent media': attachTo(user, product, absentId('med')),
  })
  const path = `/api/gen/products/${theirs.id}/reference`
  const asPhoto = await otherUser.post(path, { mediaAssetId: id, label: 'x' })
  expectOneOf(asPhoto.status, [400, 403, 404], 'foreign mediaAssetId')
  await expectBadField('generatedMediaId', { 'no id': attachTo(user, product) })
  const kinds = { field: 'generatedMediaId', expected: 'media', given: 'product' }
  await expectWrongKind(attachTo(user, product, product.id), kinds)
}

async function checkAutomatic(user: Caller, { id: productId }: Product, attachedId: string): Promise<void> {
  const job = await runImage(user, { n: 2, productId, useProductPhoto: false })
  const both = job.outputs.map(({ id }) => id)
  expectMatch(both.length, 2, 'outputs')
  const detail = user.get<{ product: { media: Media[]; mediaCount: number } }>(
    `/api/gen/products/${productId}`,
  )
  const { media, mediaCount } = (await expectOk(detail, 'product')).product
  const library = media.map(({ id }) => id).sort()
  expectMatch([mediaCount, library], [3, [attachedId, ...both].sort()], 'library')
  const byProduct = user.get<{ media: Media[] }>(`/api/gen/media?productId=${productId}`)
  const listed = (await expectOk(byProduct, 'list')).media.map(({ id }) => id)
  const isListed = both.every((one) => listed.includes(one)) && listed.length < 4
  expectThat(isListed, 'both are listed for the product, the rest is not')
}
