import { SubmitAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { makeMedia } from '../routes/make-order.ts'
import { makeResults } from '../routes/make-results.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()
const LOST = 'the enamel mug from the photo on a wooden table, morning light, steam rising'
const NEAR = 'The enamel mug from the photo on a wooden table in morning light, steam rising'

/** One media that lost and one that won, of one product. */
async function makeLoser(user: TestUser): Promise<{ lost: string; productId: string }> {
  const productId = (await makeProduct(system(), user)).id
  const lost = (await makeMedia(system(), user, { prompt: LOST, productId })).id
  const won = (await makeMedia(system(), user, { prompt: 'hands around a mug in the snow', productId })).id
  await makeResults(system(), user, { generatedMediaId: lost }, { spend: 700, conversions: 14, revenue: 560 })
  await makeResults(
    system(),
    user,
    { generatedMediaId: won },
    { spend: 600, conversions: 40, revenue: 2_600 },
  )
  return { lost, productId }
}

test.each([
  ['image', '/api/gen/image'],
  ['video', '/api/gen/video'],
])('a submitted %s with a prompt similar to that of a loser is answered with a warning', async (_, path) => {
  const user = await system().createUser()
  const { lost, productId } = await makeLoser(user)
  const body = { prompt: NEAR, productId, useProductPhoto: false, model: 'simulator/fail', clientRef: path }
  const sent = await system().call('POST', path, { key: user.apiKey, body })
  const answer = SubmitAnswer.strict().parse(sent.body)
  expect([sent.status, answer.warnings]).toMatchObject([201, [{ code: 'similar_to_loser', refId: lost }]])
  expect(answer.message).toContain(answer.warnings[0]?.message)
  const again = await system().call('POST', path, { key: user.apiKey, body })
  expect([again.headers.get('idempotent-replayed'), again.body.warnings]).toEqual(['true', answer.warnings])
})

test('another prompt, and the losers of another user, give no warning', async () => {
  const [user, other] = [await system().createUser(), await system().createUser()]
  const { productId } = await makeLoser(user)
  const order = { prompt: 'a runner on a bridge at night', productId, useProductPhoto: false }
  const { body } = await system().submit(user, { ...order, model: 'simulator/fail' })
  expect(body.warnings).toEqual([])
  expect((await system().submit(other, { prompt: NEAR, model: 'simulator/fail' })).body.warnings).toEqual([])
})

test('a submit for a product without photos is answered with a warning that names it', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const { body } = await system().submit(user, { productId, model: 'simulator/fail' })
  expect(body.warnings).toMatchObject([{ code: 'product_without_photos', refId: productId }])
})

test('a replay says when its credits were charged', async () => {
  const user = await system().createUser()
  const order = { prompt: 'a mug', clientRef: 'again', model: 'simulator/hang' }
  await system().submit(user, order)
  const { body } = await system().submit(user, order)
  expect(body.message).toContain('400 credits were charged then, none now')
})
