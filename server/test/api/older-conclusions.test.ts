import { PatternPage } from '@atelier/contract'
import { expect, test } from 'vitest'
import { makeProduct } from '../routes/make-album.ts'
import { makeCep } from '../routes/make-order.ts'
import { rowOf, sendRows } from '../routes/send-rows.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('what an earlier release concluded is concluded again by the present rules', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const cepId = await makeCep(system(), user, productId)
  for (const no of [1, 2, 3]) {
    const order = { productId, cepId, model: 'simulator/fail' }
    const generatedMediaId = (await system().submit(user, order)).body.id
    const sums = { spend: 300, conversions: 12, revenue: 600, campaignName: `campaign ${no % 2}` }
    const rows = [4, 5, 6].map((back) => rowOf(back, sums))
    await sendRows(system(), user, { generatedMediaId }, rows)
  }
  const read = async () => {
    const { body } = await system().call('GET', '/api/agent/knowledge/patterns', { key: user.apiKey })
    return PatternPage.strict().parse(body)
  }
  const before = await read()
  expect(before.patterns.map(({ sample }) => [sample.days, sample.adDays])).toEqual([[3, 9]])
  expect(before.patterns[0]?.ingredients).toMatchObject({ cepId, noCharacter: true })

  // As a release before these columns left them, and before these fields of patterns existed.
  const { db } = system()
  const own = '(select id from memories where user_id = $1)'
  for (const change of [
    `update ads set no_character = null where memory_id = ${own}`,
    `update series set ran = null, baseline = null where memory_id = ${own}`,
    `update patterns set body = body - 'comparisons' - 'productName' where memory_id = ${own}`,
    `update product_conclusions set baseline = baseline - 'rules' where memory_id = ${own}`,
  ])
    await db.row(change, [user.id])
  expect(await read()).toEqual(before)
})
