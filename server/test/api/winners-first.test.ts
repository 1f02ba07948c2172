import { type ImageSize, type Plan, PlanAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { seededRandom } from '../../src/learning/statistics/index.ts'
import { makeCharacter, makeProduct } from '../routes/make-album.ts'
import { daysAgo } from '../routes/make-results.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'

const system = useSharedSystem()

const SIZES: ImageSize[] = ['1:1', '2:3', '3:2']
const DAYS = 8
/** By the number of the cell: where results do not follow the CEP, and where two of three CEPs win wholly. */
const usualCells = { scattered: [0, 4, 8, 9, 14, 16], ofOneCep: [12, 13, 14, 15, 16, 17] }
const PLACES = 5
/** Conversions per money. */
const GOOD = 0.08
const USUAL = 0.03

type Shop = { user: TestUser; productId: string; random: () => number }

async function makeCep({ user, productId }: Shop, cepText: string): Promise<string> {
  const body = { productId, cepText }
  return (await system().call('POST', '/api/agent/ceps', { key: user.apiKey, body })).body.cep.id
}

/** Two ads of one cell with eight days of rows each, up to yesterday, as an agent reports them every day. */
async function runCell({ user, productId, random }: Shop, cell: object, spend: number, rate: number) {
  for (const hook of ['Look', 'Wait']) {
    await system().db.row('delete from rate_logs where user_id = $1', [user.id])
    const order = { productId, hook, model: 'simulator/fail', ...cell }
    const generatedMediaId: string = (await system().submit(user, order)).body.id
    const rows = Array.from({ length: DAYS }, (_, day) => {
      const spent = Math.round(spend * (0.8 + 0.4 * random()))
      const conversions = Math.round(spent * rate * (0.7 + 0.6 * random()))
      return {
        day: daysAgo(DAYS - day),
        spend: spent,
        impressions: 90 * spent,
        clicks: spent,
        conversions,
        revenue: Math.round(conversions * (35 + 30 * random())),
      }
    })
    const counted = {
      currency: 'EUR',
      conversionType: 'purchase',
      attribution: '7d_click',
      objective: 'sales',
    }
    const subject = { kind: 'observation', generatedMediaId, platformAdId: `ad ${generatedMediaId}` }
    const body = { ...subject, ...counted, campaignName: `campaign ${hook}`, rows }
    const headers = { 'idempotency-key': generatedMediaId }
    const answer = await system().call('POST', '/api/agent/reports', { key: user.apiKey, body, headers })
    expect([answer.status, answer.body.code]).toEqual([201, undefined])
  }
}

/** A product with 54 cells: twelve win, six do not, and 36 were never tried. */
async function openShop(user: TestUser, usual: number[]): Promise<string> {
  const productId = (await makeProduct(system(), user)).id
  const shop = { user, productId, random: seededRandom(`shop ${usual.join()}`).uniform }
  const characterId = (await makeCharacter(system(), user)).id
  await makeCharacter(system(), user)
  const ceps = [
    await makeCep(shop, 'cold tea'),
    await makeCep(shop, 'late train'),
    await makeCep(shop, 'gift'),
  ]
  let no = 0
  for (const cepId of ceps)
    for (const person of [{}, { characterId }])
      for (const size of SIZES) {
        const wins = !usual.includes(no++)
        await runCell(shop, { cepId, size, ...person }, wins ? 40 : 120, wins ? GOOD : USUAL)
      }
  return productId
}

async function readPlan({ apiKey }: TestUser, productId: string): Promise<Plan> {
  const path = `/api/agent/knowledge/plan?productId=${productId}&active=0&target=${PLACES}`
  const { status, body } = await system().call('GET', path, { key: apiKey })
  expect([status, body.code]).toEqual([200, undefined])
  return PlanAnswer.strict().parse(body).plan
}

const following = ({ make }: Plan) =>
  make.reduce((sum, { followsWinner, count }) => sum + (followsWinner ? count : 0), 0)

/** The plan of a new product of this kind; twelve of its cells win. */
async function planShop(usual: number[]): Promise<Plan> {
  const user = await system().createUser()
  const plan = await readPlan(user, await openShop(user, usual))
  const winning = plan.cells.filter(({ state }) => state === 'winning')
  expect([winning.length, plan.need]).toEqual([12, PLACES])
  for (const { followsWinner, reason } of plan.make)
    if (followsWinner) expect(reason).toMatch(/^Won with \d of 2 ads/)
  return plan
}

// In a live memory with twelve winning cells 25 of 25 places had been given to cells that were never tried.
test('with twelve winning cells at least half of the places follow winners', async () => {
  const plan = await planShop(usualCells.scattered)
  expect(2 * following(plan)).toBeGreaterThanOrEqual(PLACES)
  expect(plan.fewWinners).toBe(null)
}, 120_000)

// What was never tried then has the same CEP, and no ads that wore it.
test('where all that is made for a CEP wins, more may be new, and the plan says why', async () => {
  const plan = await planShop(usualCells.ofOneCep)
  if (2 * following(plan) >= PLACES) expect(plan.fewWinners).toBe(null)
  else expect(plan.fewWinners).toMatch(/^(No place follows|Only \d of 5 places follow) a winner: one more/)
  for (const { followsWinner, cepText, lift } of plan.make)
    if (!followsWinner) expect([cepText === 'gift', lift.expected > 1.2]).toEqual([false, true])
}, 120_000)
