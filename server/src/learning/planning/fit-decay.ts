// How the ads of a product lose their effect with age, and how good each of them is.
// Model: events of an ad in week w are Poisson(exposure_w * exp(level) * g_w), g_w the mean over its days of
// g(age) = 2^(-max(0, age - fresh)/halfLife). All pairs of fresh and halfLife of a grid are weighed by how
// well they explain all ads together. For each pair the level of an ad is normal: a prior from the other ads
// of its cell and from all, then its own events (Laplace).

/** An ad for the forecast: `exposure` is how many events are usual for what was spent. */
export type AgingAd = {
  cell: string
  /** Whole days from its first day to the end of today. */
  age: number
  weeks: { week: number; days: number; exposure: number; events: number }[]
}

/** One way in which ads may fade, and how likely it is. */
export type Curve = { fresh: number; halfLife: number; weight: number }

/** For each curve what is believed about the level of each ad, in the order of the input. */
export type Decay = { curves: Curve[]; levels: { mean: number; sd: number }[][] }

const decayRule = {
  fresh: [0, 3, 7, 14],
  halfLives: [4, 6, 9, 14, 20, 30, 50, 100],
  /** Before any rows: how likely each is, by the distance of its logarithm from the usual one. */
  usualHalfLife: 14,
  halfLifeSd: 0.7,
  usualFresh: 6,
  freshSd: 5,
  /** Days differ by more than chance, so what rows say about the curve counts for less. */
  temper: 0.7,
  adNoise: 0.25,
  cellSd: 0.45,
  levelEvents: 3,
}
const STEPS = 6
const WEEK_DAYS = 7

/** What is left of the effect of an ad at this age in days. */
export const leftAt = ({ fresh, halfLife }: Pick<Curve, 'fresh' | 'halfLife'>, age: number): number =>
  2 ** (-Math.max(0, age - fresh) / halfLife)

export function fitDecay(ads: AgingAd[]): Decay {
  const { fresh, halfLives } = decayRule
  const fits = fresh.flatMap((first) =>
    halfLives.map((halfLife) => fitCurve(ads, { fresh: first, halfLife })),
  )
  const best = Math.max(...fits.map(({ score }) => score))
  const weights = fits.map(({ score }) => Math.exp(score - best))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    curves: fits.map(({ curve }, no) => ({ ...curve, weight: (weights[no] ?? 0) / total })),
    levels: fits.map(({ levels }) => levels),
  }
}

function fitCurve(ads: AgingAd[], curve: { fresh: number; halfLife: number }) {
  let score = priorOf(curve)
  const known = new Map<number, number>()
  const meanLeftOf = (week: number, days: number): number => {
    const key = week * (WEEK_DAYS + 1) + days
    const left = known.get(key) ?? meanLeft(curve, week, days)
    known.set(key, left)
    return left
  }
  const totals = ads.map(({ weeks }) => {
    let events = 0
    let expected = 0
    let fits = 0
    for (const { week, days, exposure, events: seen } of weeks) {
      const left = meanLeftOf(week, Math.min(days, WEEK_DAYS))
      events += seen
      expected += exposure * left
      fits += seen * Math.log(left)
    }
    return { events, expected, fits }
  })
  const priors = levelPriors(ads, totals)
  const levels = totals.map(({ events, expected, fits }, no) => {
    const prior = priors[no] as Normal
    const level = levelOf(prior, events, expected)
    const { mean, sd } = level
    const shift = (mean - prior.mean) ** 2 / (2 * prior.sd ** 2)
    score +=
      decayRule.temper * (fits + events * mean - expected * Math.exp(mean) - shift + Math.log(sd / prior.sd))
    return level
  })
  return { curve, levels, score }
}

export type Normal = { mean: number; sd: number }
type Total = { events: number; expected: number }

function priorOf({ fresh, halfLife }: { fresh: number; halfLife: number }): number {
  const { usualHalfLife, halfLifeSd, usualFresh, freshSd } = decayRule
  return (
    -((Math.log(halfLife / usualHalfLife) / halfLifeSd) ** 2) / 2 - ((fresh - usualFresh) / freshSd) ** 2 / 2
  )
}

/** The mean of what is left over the days of a week that have rows. */
function meanLeft(curve: { fresh: number; halfLife: number }, week: number, days: number): number {
  let sum = 0
  for (let day = 0; day < days; day++) sum += leftAt(curve, week * WEEK_DAYS + day)
  return sum / Math.max(1, days)
}

/** What is expected of each ad before its own events: by the other ads of its cell, else by all. */
function levelPriors(ads: AgingAd[], totals: Total[]): Normal[] {
  const { adNoise, cellSd, levelEvents } = decayRule
  const seen = totals.map(({ events, expected }) => ({
    value: Math.log((events + levelEvents) / (expected + levelEvents)),
    weight: expected > 0 ? 1 / (1 / (events + 1) + adNoise ** 2) : 0,
  }))
  const sum = (some: typeof seen) => some.reduce((total, { weight }) => total + weight, 0)
  const sumValues = (some: typeof seen) =>
    some.reduce((total, { weight, value }) => total + weight * value, 0)
  const all = sum(seen) > 0 ? sumValues(seen) / sum(seen) : 0
  const cells = Map.groupBy(
    seen.map((one, no) => ({ ...one, no })),
    ({ no }) => ads[no]?.cell ?? '',
  )
  return ads.map(({ cell }, no) => {
    const others = (cells.get(cell) ?? []).filter((one) => one.no !== no)
    const weight = sum(others) + cellSd ** -2
    return {
      mean: (sumValues(others) + all / cellSd ** 2) / weight,
      sd: Math.sqrt(1 / weight + adNoise ** 2),
    }
  })
}

/** The level after these events: Newton's steps to the most likely one, and the curvature there. */
function levelOf(prior: Normal, events: number, expected: number): Normal {
  let mean = prior.mean
  let precision = prior.sd ** -2
  for (let step = 0; step < STEPS; step++) {
    const mu = expected * Math.exp(mean)
    precision = prior.sd ** -2 + mu
    const slope = events - mu - (mean - prior.mean) / prior.sd ** 2
    mean += Math.min(1, Math.max(-1, slope / precision))
  }
  return { mean, sd: Math.sqrt(1 / precision) }
}
