/** One way in which the market of an account behaves. What the plan cannot know is drawn for each account. */
export type World = {
  name: string
  days: number
  spendADay: number
  /** How many CEPs, characters (with none) and orientations; each cell as image and as video. */
  ceps: number
  characters: number
  orientations: number
  /** Standard deviation of the logarithm of a cell's effect, and of an ad's own. */
  cellSpread: number
  adSpread: number
  /** Whether the effect of a cell is the sum of the effects of its ingredients. */
  addsUp: boolean
  /** An ad has its full effect for `freshDays`, then half of it after `halfLifeDays` more. */
  freshDays: number
  halfLifeDays: number
  /** Whether clicks fade as conversions do. If not, only the conversions tell that an ad is tired. */
  clicksFade: boolean
  /** The share of its effect that a cell loses with every ad that began in the 30 days before. */
  wear: number
  /** Wear by the spend of the last 45 days instead; an ad counts once for what it usually spends. */
  wearsBySpend: boolean
  /** How far the logarithm of a cell's effect moves in a day. */
  drift: number
  /** The day on which all effects of cells are drawn again. */
  redrawnOn: number | null
  /** How much of the conversions comes and goes with the season. */
  season: number
  /** Whether the platform gives an ad spend in proportion to its effect. */
  favoursGood: boolean
  /** The money of a month is spent in uneven days until it is gone. */
  budgetRunsOut: boolean
  /** Rows arrive 1 to 3 days late, by account. */
  arrivesLate: boolean
}

const usual: World = {
  name: '',
  days: 60,
  spendADay: 250,
  ceps: 3,
  characters: 2,
  orientations: 1,
  cellSpread: 0.45,
  adSpread: 0.25,
  addsUp: false,
  freshDays: 7,
  halfLifeDays: 14,
  clicksFade: true,
  wear: 0.05,
  wearsBySpend: false,
  drift: 0,
  redrawnOn: null,
  season: 0,
  favoursGood: false,
  budgetRunsOut: false,
  arrivesLate: false,
}

const cells36 = { ceps: 6, characters: 3 }
const cells120 = { ceps: 10, characters: 3, orientations: 2 }

/** How accounts behave is not known, so the plan must be good in all of these. */
export const worlds: World[] = (
  [
    ['only single ads fade', { wear: 0 }],
    ['a cell wears by 5% with every ad', {}],
    ['a cell wears by 10%', { wear: 0.1 }],
    ['winners drift by 0.08 a day', { drift: 0.08 }],
    ['all drawn again on day 30', { wear: 0.03, redrawnOn: 30 }],
    ['season of +-40%', { season: 0.4 }],
    ['50 a day', { spendADay: 50 }],
    ['50 a day, no wear', { spendADay: 50, wear: 0 }],
    ['20 a day', { spendADay: 20 }],
    ['36 cells', cells36],
    ['120 cells', cells120],
    ['36 cells, ingredients add up', { ...cells36, addsUp: true }],
    ['ads vary more (0.5) than cells (0.25)', { adSpread: 0.5, cellSpread: 0.25 }],
    ['cells nearly equal (0.15)', { cellSpread: 0.15 }],
    ['cells very different (0.7), no wear', { cellSpread: 0.7, wear: 0 }],
    ['wear by spend, 45 days', { wearsBySpend: true }],
    ['clicks do not fade', { clicksFade: false }],
    ['the platform favours good ads', { favoursGood: true }],
    ['the same, no wear', { favoursGood: true, wear: 0 }],
    ['fast fading (3 days, half in 6)', { freshDays: 3, halfLifeDays: 6 }],
    ['slow fading (14 days, half in 40)', { freshDays: 14, halfLifeDays: 40 }],
    ['120 days', { days: 120 }],
    ['the budget runs out in every month', { budgetRunsOut: true }],
    ['rows arrive 1 to 3 days late', { arrivesLate: true }],
  ] satisfies [string, Partial<World>][]
).map(([name, change]) => ({ ...usual, ...change, name }))
