import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { type TestUser, useSystem } from '../use-system.ts'

const system = useSystem({ IMAGE_STALL_SECONDS: '60' }, (app) => {
  app.config.rateLimits.writes = 1_000_000
})

const attach = (user: TestUser, productId: string, generatedMediaId: string) =>
  system().call('POST', `/api/gen/products/${productId}/attach`, {
    key: user.apiKey,
    body: { generatedMediaId },
  })

/** The media count stored with the product, and the number of rows it counts. */
async function countsOf(productId: string): Promise<[number, number]> {
  const row = await system().app.db.row<{ counted: number; rows: number }>(
    `select media_count as counted, (select count(*)::int from attachments where product_id = $1) as rows
     from products where id = $1`,
    [productId],
  )
  return [row?.counted ?? -1, row?.rows ?? -1]
}

test('one media attached to one product 50 times at once is counted once', async () => {
  const user = await system().createUser()
  const { id } = await makeProduct(system(), user)
  const media = await makeMedia(system(), user)
  const answers = await Promise.all(Array.from({ length: 50 }, () => attach(user, id, media.id)))
  expect(answers.map(({ status, body }) => [status, body.product?.mediaCount])).toEqual(
    Array(50).fill([200, 1]),
  )
  expect(await countsOf(id)).toEqual([1, 1])
})

test('four files attached to two products concurrently are counted four times in each', async () => {
  const user = await system().createUser()
  const { outputs } = await makeMedia(system(), user, { n: 4 })
  const products = [await makeProduct(system(), user), await makeProduct(system(), user)]
  const all = products.flatMap(({ id }) => outputs.map((media) => [id, media.id] as const))
  const answers = await Promise.all([...all, ...all].map(([id, media]) => attach(user, id, media)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { id } of products) expect(await countsOf(id)).toEqual([4, 4])
})

test('a job that completes while its media is being attached is not counted twice', async () => {
  const { createUser, submit, poll } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const other = await makeMedia(system(), user)
  const job = (await submit(user, { productId: id, n: 4 })).body.id
  const statuses = new Set<number>()
  for (let waiting = true; waiting; waiting = (await poll(user, job)).waiting) {
    const answers = await Promise.all([job, other.id, job, other.id].map((one) => attach(user, id, one)))
    for (const { status } of answers) statuses.add(status)
  }
  await Promise.all([attach(user, id, job), attach(user, id, job)])
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await countsOf(id)).toEqual([5, 5])
})
