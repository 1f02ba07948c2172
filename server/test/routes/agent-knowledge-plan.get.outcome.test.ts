import { type Media, type Plan, PlanAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeCharacter, makeProduct } from './make-album.ts'
import { makeCep, makeMedia } from './make-order.ts'
import { makeResults } from './make-results.ts'

const system = useSharedSystem()

async function plan(user: TestUser, productId: string, more = ''): Promise<PlanAnswer> {
  const path = `/api/agent/knowledge/plan?productId=${productId}${more}`
  const { status, body } = await system().call('GET', path, { key: user.apiKey })
  expect([status, body.code]).toEqual([200, undefined])
  return PlanAnswer.strict().parse(body)
}

async function createUserWithCep() {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  return { user, productId, cepId: await makeCep(system(), user, productId) }
}

const countPlanned = ({ make }: Plan) => make.reduce((sum, { count }) => sum + count, 0)
const cellOf = ({ cells }: Plan, media: Media) =>
  cells.find(
    (cell) =>
      cell.characterId === media.characterId && cell.orientation === media.orientation && cell.ads > 0,
  )

test('without reports every cell is untested, and the creatives are spread over the cells', async () => {
  const { user, productId, cepId } = await createUserWithCep()
  const characterId = (await makeCharacter(system(), user)).id
  const { plan: made, message } = await plan(user, productId, '&active=1')
  expect([made.need, made.cells.length, countPlanned(made)]).toEqual([4, 12, 4])
  expect(new Set(made.cells.map((cell) => JSON.stringify(cell))).size).toBe(12)
  for (const cell of made.cells) {
    expect(cell).toMatchObject({ cepId, state: 'untested', estimate: null, probabilityBetter: null, ads: 0 })
    expect([null, characterId]).toContain(cell.characterId)
  }
  for (const { count } of made.make) expect(count).toBeLessThanOrEqual(2)
  expect(message).toMatch(/^Make 4 creatives/)
})

test('the plan stays the same for a day if the number of creatives needed is the same', async () => {
  const { user, productId } = await createUserWithCep()
  const first = await plan(user, productId, '&target=6')
  expect(await plan(user, productId, '&target=6')).toEqual(first)
  expect((await plan(user, productId, '&target=8&active=2')).plan).toEqual(first.plan)
})

test('winners are made again and losers are not; cells with ads are listed first', async () => {
  const { user, productId, cepId } = await createUserWithCep()
  const characterId = (await makeCharacter(system(), user)).id
  const [good, bad] = [
    await makeMedia(system(), user, { productId, cepId, characterId, size: '2:3' }),
    await makeMedia(system(), user, { productId, cepId, size: '1:1' }),
  ]
  await makeResults(
    system(),
    user,
    { generatedMediaId: good.id },
    { spend: 600, conversions: 60, revenue: 3_600 },
  )
  await makeResults(
    system(),
    user,
    { generatedMediaId: bad.id },
    { spend: 700, conversions: 14, revenue: 560 },
  )
  // With 50 creatives the random choice, seeded by the product id, cannot leave the winner out.
  const { plan: made } = await plan(user, productId, '&target=50')
  expect(made.cells.slice(0, 2).map(({ state, ads }) => [state, ads])).toEqual(
    expect.arrayContaining([
      ['winning', 1],
      ['losing', 1],
    ]),
  )
  expect(cellOf(made, good)).toMatchObject({ cepId, characterId, mediaType: 'IMAGE', state: 'winning' })
  expect(cellOf(made, bad)).toMatchObject({ characterId: null, orientation: 'square', state: 'losing' })
  expect(cellOf(made, good)?.probabilityBetter).toBeGreaterThan(0.9)
  const repeated = made.make.find(
    ({ mediaType, ...cell }) =>
      mediaType === 'IMAGE' && cell.characterId === characterId && cell.orientation === 'portrait',
  )
  expect(repeated?.count).toBeLessThanOrEqual(25)
  expect(repeated?.reason).toMatch(/^Winning/)
  const isBad = (cell: Plan['make'][number]) =>
    cell.characterId === null && cell.orientation === 'square' && cell.mediaType === 'IMAGE'
  expect(made.make.filter(isBad)).toEqual([])
  expect(countPlanned(made)).toBe(50)
})

test('a deleted CEP is no longer planned', async () => {
  const { user, productId, cepId } = await createUserWithCep()
  const other = await makeCep(system(), user, productId)
  await system().call('DELETE', `/api/agent/ceps/${cepId}`, { key: user.apiKey })
  const { cells } = (await plan(user, productId)).plan
  expect(new Set(cells.map((cell) => cell.cepId))).toEqual(new Set([other]))
})

test('at most 100 cells are returned', async () => {
  const { user, productId } = await createUserWithCep()
  for (let i = 0; i < 16; i++) await makeCep(system(), user, productId)
  expect((await plan(user, productId)).plan.cells).toHaveLength(100)
})

test('there is nothing to make without a CEP or with enough active ads', async () => {
  const user = await system().createUser()
  const productId = (await makeProduct(system(), user)).id
  const empty = await plan(user, productId)
  expect(empty.plan).toEqual({ need: 5, cells: [], make: [] })
  expect(empty.message).toMatch(/CEP/)
  await makeCep(system(), user, productId)
  const full = await plan(user, productId, '&active=7&target=5')
  expect([full.plan.need, full.plan.make, full.plan.cells.length]).toEqual([0, [], 6])
})

test.each([
  ['', 'productId'],
  [`productId=prd_${'0'.repeat(22)}&active=-1`, 'active'],
  [`productId=prd_${'0'.repeat(22)}&target=51`, 'target'],
])('%s is answered 400 with the field named', async (query, field) => {
  const { apiKey: key } = await system().createUser()
  const { status, body } = await system().call('GET', `/api/agent/knowledge/plan?${query}`, { key })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
})
