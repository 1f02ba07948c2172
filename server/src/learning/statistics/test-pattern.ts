// Whether the ads of a pattern do better than the other ads of their comparison group, or only by chance.
// Of each ad g = ln((1 + x)/(1 + E)) * (1 + E)/E: x what it brought, in events, E what the baseline expects
// of its spend. About ln(result/expected) of a large ad, x/E - 1 of a small one. Its variance is n/E + t^2: n
// = 1 for CPA, 1 + cv^2 for ROAS, 1 - ctr0 for CTR, t what ads vary by themselves. Weight w = 1/(n/E +
// 0.25^2). Mean of a set sum(w g)/sum(w), variance sum(w^2 (n/E + t^2))/sum(w)^2. t^2 is estimated by moments
// from how ads differ inside the pattern and outside it, joined with 0.25^2 worth 4 degrees of freedom.
// Statistic: the difference of both means over the root of both variances, by the t distribution with the
// degrees of Satterthwaite. Output: the probability of such a statistic without an effect (one-sided).

import type { BaselineRates } from './compute-baseline.ts'
import type { Results } from './judge-ad.ts'
import { normalCdf } from './normal-cdf.ts'
import { addOrderValues, orderValueCv } from './order-value-cv.ts'
import { addSums, type Sums } from './sums.ts'

/** By how much ads of the same ingredients differ, as the plan assumes too, and how many ads that weighs. */
const AD_NOISE = { sd: 0.25, ads: 4 }
/** What is added to seen and expected events, so that the logarithm of an ad without any exists. */
const ADDED_EVENTS = 1

/** Sums over a set of ads: of w, w*g, w*g^2, w^2, w*n/E and w^2*n/E. */
type Moments = { w: number; wg: number; wgg: number; ww: number; wn: number; wwn: number }

const noMoments: Moments = { w: 0, wg: 0, wgg: 0, ww: 0, wn: 0, wwn: 0 }

/**
 * Reads the group once, and returns the test of any of its patterns. The result is null without a baseline,
 * and 1 where there is nothing to compare with.
 */
export function newPatternTest(
  ads: Results[],
  baseline: BaselineRates | null,
): (members: Results[]) => number | null {
  const metric = ads[0]?.metric ?? 'ctr'
  if (!baseline || baseline[metric] === null) return () => null
  const pooled = addSums(ads.map(({ plain }) => plain))
  const cv = orderValueCv(pooled, addOrderValues(ads.map(({ orders }) => orders)))
  const read = momentsReader(metric, baseline, cv)
  // With the baseline of the owner, the ads of the other products are compared as one.
  const all = add(addAll(ads.map(({ plain }) => read(plain))), read(differenceOf(baseline.sums, pooled)))
  return (members) => {
    const inside = addAll(members.map(({ plain }) => read(plain)))
    return pValueOf(inside, add(all, inside, -1), ads.length)
  }
}

/** A rate that is null belongs to another metric than the one asked for, so its value has no effect. */
function momentsReader(metric: Results['metric'], baseline: BaselineRates, cv: number) {
  const [ctr, lambda, aov] = [baseline.ctr ?? 0, baseline.lambda ?? 0, baseline.aov ?? 1]
  return ({ spend, impressions, clicks, conversions, revenue }: Sums): Moments => {
    const { expected, seen, noise } = {
      roas: { expected: spend * lambda, seen: revenue / aov, noise: 1 + cv ** 2 },
      cpa: { expected: spend * lambda, seen: conversions, noise: 1 },
      ctr: { expected: impressions * ctr, seen: clicks, noise: 1 - ctr },
    }[metric]
    if (!(expected > 0)) return noMoments
    const all = ADDED_EVENTS + expected
    const g = (Math.log((ADDED_EVENTS + seen) / all) * all) / expected
    const n = noise / expected
    const w = 1 / (n + AD_NOISE.sd ** 2)
    return { w, wg: w * g, wgg: w * g ** 2, ww: w ** 2, wn: w * n, wwn: w ** 2 * n }
  }
}

function pValueOf(inside: Moments, outside: Moments, ads: number): number {
  // What is left after a subtraction may differ from nothing by rounding.
  if (!(inside.w > 0 && outside.w > 1e-9 * inside.w)) return 1
  const sets = [inside, outside]
  const noise = sum(sets.map(({ w, wwn }) => wwn / w ** 2))
  const spread = sum(sets.map(({ w, ww }) => ww / w ** 2))
  const degrees = Math.max(0, ads - 2)
  const freedom = degrees + AD_NOISE.ads
  const own = degrees * varianceBetween(sets) + AD_NOISE.ads * AD_NOISE.sd ** 2
  const between = (Math.max(0, own) / freedom) * spread
  const t = (inside.wg / inside.w - outside.wg / outside.w) / Math.sqrt(noise + between)
  return normalCdf(-toNormal(t, freedom * ((noise + between) / between) ** 2))
}

/** By how much ads differ inside each set beyond the noise of their events. */
function varianceBetween(sets: Moments[]): number {
  const seen = sum(sets.map(({ w, wg, wgg, wn, wwn }) => wgg - wg ** 2 / w - (wn - wwn / w)))
  const weight = sum(sets.map(({ w, ww }) => w - ww / w))
  return weight > 0 ? seen / weight : 0
}

/** The normal quantile of a t statistic, by Wallace; within 1% beyond three degrees of freedom. */
function toNormal(t: number, degrees: number): number {
  if (!Number.isFinite(degrees)) return t
  const factor = (8 * degrees + 1) / (8 * degrees + 3)
  return Math.sign(t) * factor * Math.sqrt(degrees * Math.log1p(t ** 2 / degrees))
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const add = (a: Moments, b: Moments, times = 1): Moments => ({
  w: a.w + times * b.w,
  wg: a.wg + times * b.wg,
  wgg: a.wgg + times * b.wgg,
  ww: a.ww + times * b.ww,
  wn: a.wn + times * b.wn,
  wwn: a.wwn + times * b.wwn,
})

const addAll = (list: Moments[]): Moments => list.reduce((total, one) => add(total, one), noMoments)

/** What the baseline has beyond the ads; nothing where it has less. */
const differenceOf = (all: Sums, part: Sums): Sums => ({
  spend: beyond(all.spend, part.spend),
  impressions: beyond(all.impressions, part.impressions),
  clicks: beyond(all.clicks, part.clicks),
  conversions: beyond(all.conversions, part.conversions),
  revenue: beyond(all.revenue, part.revenue),
})

const beyond = (all: number, part: number): number => (all - part > 1e-9 * all ? all - part : 0)
