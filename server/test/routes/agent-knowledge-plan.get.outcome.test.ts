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
  const { plan: made } = await plan(user, productId, '&active=0&target=50')
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
  expect(repeated?.reason).toMatch(/^Won with 1 of 1 ad/)
  const isBad = (cell: Plan['make'][number]) =>
    cell.characterId === null && cell.orientation === 'square' && cell.mediaType === 'IMAGE'
  expect(made.make.filter(isBad)).toEqual([])
  expect(countPlanned(made)).toBe(50)
})

const idle = { running: [], runningCells: [], replace: [] }
const good = { spend: 600, conversions: 60, revenue: 3_600 }
const middling = { spend: 600, conversions: 24, revenue: 1_200 }
const following = ({ make }: Plan) =>
  make.reduce((sum, { followsWinner, count }) => sum + (followsWinner ? count : 0), 0)

/** A product with one winning cell among others that are not. */
async function createUserWithWinner() {
  const { user, productId, cepId } = await createUserWithCep()
  const make = (size: string) =>
    makeMedia(system(), user, { productId, cepId, size, hook: `Hook of ${size}` })
  const [winner, other] = [await make('2:3'), await make('1:1')]
  await makeResults(system(), user, { generatedMediaId: winner.id, platformAdId: 'ad-winner' }, good)
  await makeResults(system(), user, { generatedMediaId: other.id, platformAdId: 'ad-other' }, middling)
  return { user, productId, cepId, winner, other }
}

test('with a winner that is not tired at least half of five places follow it, with a reason', async () => {
  const { user, productId, cepId, winner } = await createUserWithWinner()
  for (let no = 0; no < 5; no++) await makeCharacter(system(), user)
  const { plan: made } = await plan(user, productId, '&active=0')
  expect([made.need, made.cells.length, countPlanned(made), made.fewWinners]).toEqual([5, 36, 5, null])
  expect(following(made)).toBeGreaterThanOrEqual(3)
  const repeated = made.make.find(({ followsWinner }) => followsWinner)
  expect(repeated).toMatchObject({
    cepId,
    cepText: 'cold tea after ten minutes',
    orientation: winner.orientation,
    hook: 'Hook of 2:3',
    newHooks: 2,
    creditsCost: 1_200,
    reason: 'Won with 1 of 1 ad: one more with its hook, and two with new hooks.',
  })
  const { expected = 0, low = 9, high = 0 } = repeated?.lift ?? {}
  expect([low < expected, expected < high, expected > 1.1]).toEqual([true, true, true])
  expect(made.creditsCost).toBe(made.make.reduce((sum, { creditsCost }) => sum + creditsCost, 0))
  for (const { reason, followsWinner } of made.make)
    if (!followsWinner) expect(reason).toMatch(/^(Never tried|Ran in|Won with)/)
})

test('what ran in another currency or attribution was tried, and one ad counts once', async () => {
  const { user, productId, cepId } = await createUserWithWinner()
  const abroad = await makeMedia(system(), user, { productId, cepId, size: '3:2' })
  const subject = { generatedMediaId: abroad.id }
  for (const series of [{ currency: 'USD' }, { currency: 'USD', attribution: '1d_view' }])
    await makeResults(system(), user, subject, { ...middling, ...series })
  const { cells } = (await plan(user, productId)).plan
  expect(cellOf({ cells } as Plan, abroad)).toMatchObject({ ads: 1, estimate: expect.any(Number) })
  expect(cells.filter(({ state }) => state !== 'untested')).toHaveLength(3)
})

test('the plan knows which ads run: by their rows, or by the ids that are named', async () => {
  const { user, productId, cepId, winner } = await createUserWithWinner()
  const reported = (await plan(user, productId)).plan
  expect([reported.need, reported.running.map(({ platformAdId }) => platformAdId).sort()]).toEqual([
    3,
    ['ad-other', 'ad-winner'],
  ])
  expect(reported.running.find(({ generatedMediaId }) => generatedMediaId === winner.id)).toMatchObject({
    cepId,
    hook: 'Hook of 2:3',
    fading: false,
  })
  const { plan: named } = await plan(user, productId, `&running=ad-winner,${winner.id},ad-unknown`)
  expect([named.need, named.running.map(({ platformAdId }) => platformAdId)]).toEqual([3, ['ad-winner']])
  expect((await plan(user, productId, '&running=')).plan).toMatchObject({ need: 5, running: [] })
})

test('an ad that is about to fall is listed with its spend at risk, and with what replaces it', async () => {
  const { user, productId } = await createUserWithWinner()
  const { plan: made } = await plan(user, productId)
  const [falling, holding] = ['ad-other', 'ad-winner'].map((id) =>
    made.running.find(({ platformAdId }) => platformAdId === id),
  )
  // Of two ads the worse is under what is usual for both already.
  expect(falling?.fall).toMatchObject({ days: 0, due: true })
  expect(falling?.spendAtRisk).toBeGreaterThan(500)
  expect([falling?.currency, (holding?.fall.days ?? 99) > 0]).toEqual(['EUR', true])
  const { spendAtRisk = 0, expectedLoss = 0 } = falling ?? {}
  expect([expectedLoss > 0, expectedLoss < spendAtRisk]).toEqual([true, true])
  expect(made.replace[0]).toMatchObject({ platformAdId: 'ad-other', spendAtRisk, expectedLoss })
  expect(made.replace[0]?.by?.lift.expected).toBeGreaterThan(0)
  expect(made.runningCells.map(({ ads }) => ads)).toEqual([1, 1])
  // Figures have the digits that mean something, and fields come in an order that reads.
  for (const { lift } of made.make)
    for (const value of Object.values(lift)) expect(value).toBe(Number(value.toPrecision(4)))
  expect(Object.keys(made.running[0] ?? {}).slice(0, 4)).toEqual([
    'cepId',
    'characterId',
    'mediaType',
    'orientation',
  ])
  expect(Object.keys(made.replace[0]?.fall ?? {})).toEqual(['days', 'earliest', 'latest', 'due'])
})

test('the winning hook of a combination is for one ad of a plan, new or replacing', async () => {
  const { user, productId, cepId } = await createUserWithWinner()
  for (const no of [1, 2, 3, 4, 5]) {
    const media = await makeMedia(system(), user, { productId, cepId, size: '1:1' })
    await makeResults(system(), user, { generatedMediaId: media.id, platformAdId: `ad-${no}` }, middling)
  }
  const hooksOf = ({ make, replace }: Plan) => ({
    made: make.filter(({ hook }) => hook === 'Hook of 2:3').length,
    replacing: replace.filter(({ by }) => by?.hook === 'Hook of 2:3').length,
    repeated: replace.filter(({ by }) => by?.orientation === 'portrait' && by.mediaType === 'IMAGE').length,
  })
  const withoutNew = hooksOf((await plan(user, productId, '&target=1')).plan)
  expect(withoutNew).toMatchObject({ made: 0, replacing: 1 })
  expect(withoutNew.repeated).toBeGreaterThan(1)
  const { plan: alone, message } = await plan(user, productId, '&target=1')
  // An untested video in portrait may be among them, by the lot of the day.
  const reasons = alone.replace.flatMap(({ by }) =>
    by?.orientation === 'portrait' && by.mediaType === 'IMAGE' ? by.reason : [],
  )
  expect(reasons.slice(0, 2)).toEqual([
    'Won with 1 of 1 ad: one more with its hook.',
    'Won with 1 of 1 ad: one more, with a new hook.',
  ])
  expect(message).toBe(
    `Enough ads are running, but ${alone.replace.length} of the running ads should be replaced, as in ` +
      '`replace`. Report the rows of the new ones.',
  )
  expect(hooksOf((await plan(user, productId, '&target=20')).plan)).toMatchObject({ made: 1, replacing: 0 })
})

test('ads that were launched without rows yet count for the wear of their cell', async () => {
  const { user, productId, cepId, winner } = await createUserWithWinner()
  const before = (await plan(user, productId, '&running=')).plan.make
  const more = []
  for (let no = 0; no < 8; no++)
    more.push((await makeMedia(system(), user, { productId, cepId, size: '2:3' })).id)
  const { plan: after } = await plan(user, productId, `&running=${more.join()}&target=13`)
  const liftOf = (made: Plan['make']) =>
    made.find(({ orientation, mediaType }) => orientation === winner.orientation && mediaType === 'IMAGE')
      ?.lift
  expect(after.need).toBe(5)
  // Either one more of the winner is expected to bring less, or it has no place, and that is said.
  const [first, later] = [liftOf(before)?.expected ?? 0, liftOf(after.make)?.expected ?? 0]
  expect(later).toBeLessThan(first)
  if (later === 0) expect(after.fewWinners).toMatch(/a winner: one more of the best/)
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
  expect(empty.plan).toEqual({ need: 5, cells: [], make: [], creditsCost: 0, fewWinners: null, ...idle })
  expect(empty.message).toMatch(/CEP/)
  await makeCep(system(), user, productId)
  const full = await plan(user, productId, '&active=7&target=5')
  expect([full.plan.need, full.plan.make, full.plan.cells.length]).toEqual([0, [], 6])
})

test.each([
  ['', 'productId'],
  [`productId=prd_${'0'.repeat(22)}&active=-1`, 'active'],
  [`productId=prd_${'0'.repeat(22)}&target=51`, 'target'],
  [`productId=prd_${'0'.repeat(22)}&running=${Array.from({ length: 101 }, (_, no) => no).join()}`, 'running'],
])('%s is answered 400 with the field named', async (query, field) => {
  const { apiKey: key } = await system().createUser()
  const { status, body } = await system().call('GET', `/api/agent/knowledge/plan?${query}`, { key })
  expect([status, body.code, body.field]).toEqual([400, 'invalid_request', field])
})
