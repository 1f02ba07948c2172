import { thresholdsByDefault } from '@atelier/contract'
import { countRecent, drawPlaces, fitBelief, nameCell } from '#learning/planning'
import { computeBaseline, judgeCells, seededRandom } from '#learning/statistics'
import { nameOf, samplePlan } from './old-rule.ts'
import { type Market, readAd } from './read-market.ts'
import type { Policy } from './run-market.ts'

/** The rule that the plan follows; the old rule is what it followed before. */
export const NEW_RULE = 'new rule'
export const ORACLE = 'oracle'

/** Policies for new ads. All but the oracle start with the first cells of the list. */
export const policies: Record<string, Policy> = {
  [NEW_RULE]: begun(newRule),
  'repeat the winner': begun((market, need) => {
    const [best] = judge(market)
      .filter(({ estimate }) => estimate !== null)
      .sort((a, b) => (b.estimate ?? 0) - (a.estimate ?? 0))
    return best ? Array.from({ length: need }, () => best.no) : []
  }),
  'round robin': inTurn,
  'old rule': begun(oldRule),
  [ORACLE]: chooseTrulyBest,
}

function begun(policy: Policy): Policy {
  return (market, need) => (market.ads.length === 0 ? inTurn(market, need) : policy(market, need))
}

function inTurn({ cells, ads }: Market, need: number): number[] {
  return Array.from({ length: need }, (_, no) => (ads.length + no) % cells.length)
}

/** Each cell drawn by itself. */
function oldRule(market: Market, need: number): number[] {
  const judged = judge(market)
  return samplePlan(judged, need, `${market.seed} ${market.day}`).flatMap(({ count, ...made }) => {
    const no = judged.find((cell) => nameOf(cell) === nameOf(made))?.no ?? 0
    return Array.from({ length: count }, () => no)
  })
}

/** The belief in all cells that do not lose, and draws from it. */
function newRule(market: Market, need: number): number[] {
  const { cells, ads, day } = market
  const names = cells.map((cell, no) => ({ ...nameCell(cell), key: `${no}`.padStart(3, '0') }))
  const spent = ads.reduce((sum, { plain }) => sum + plain.spend, 0)
  const converted = ads.reduce((sum, { plain }) => sum + plain.conversions, 0)
  const usual = spent > 0 ? converted / spent : 0
  const believed = ads.map(({ cell, began, weeks }) => ({
    cell: names[cell] as (typeof names)[number],
    began,
    weeks: weeks.map((week) => week && { exposure: usual * week.spend, events: week.conversions }),
  }))
  const losing = new Set(
    judge(market)
      .filter(({ state }) => state === 'losing')
      .map(({ no }) => no),
  )
  const usable = names
    .map((name, no) => {
      const began = ads.filter(({ cell }) => cell === no).map((ad) => ad.began)
      return { ...name, recent: countRecent(began, day) }
    })
    .filter((_, no) => !losing.has(no))
  const random = seededRandom(`${market.seed} ${day}`)
  const places = drawPlaces(fitBelief(believed), { cells: usable, need }, random)
  return [...places].flatMap(([key, count]) => Array.from({ length: count }, () => Number(key)))
}

/** For each place the cell that is truly best, with what it wears in this plan. */
function chooseTrulyBest({ cells, worthOf }: Market, need: number): number[] {
  const planned = cells.map(() => 0)
  const worth = (cell: number) => worthOf(cell, planned[cell] ?? 0)
  return Array.from({ length: need }, () => {
    const best = planned.reduce((best, _, cell) => (worth(cell) > worth(best) ? cell : best), 0)
    planned[best] = (planned[best] ?? 0) + 1
    return best
  })
}

/** Every cell as the service judges it, with its number. */
function judge({ cells, ads, day }: Market) {
  const seen = ads.map((ad) => readAd(ad, day))
  const numbers = new Map(cells.map((cell, no) => [nameOf(cell), no]))
  return judgeCells(cells, seen, computeBaseline(seen, 'roas'), thresholdsByDefault).map((cell) => ({
    ...cell,
    no: numbers.get(nameOf(cell)) ?? 0,
  }))
}
