// How ads fade with their age, and what each was expected to bring at what is usual.
// Input: for each ad its events and its exposure by week of its life. Output: the expected events of each ad.
// The curve g of fading and a level of each ad are fitted in turn: level = (events + 3)/(expected + 3), g_w =
// (events in week w + 25 * prior_w)/(exposure in week w times the levels + 25), relative to the first week.

/** Events of one week of the life of an ad, and how many are usual for what was spent on it. */
export type Week = { exposure: number; events: number }

/** By the age of the ad: weeks 0, 1, 2, and all later ones. Weeks without rows may be absent. */
export type Weeks = (Week | undefined)[]

const PRIOR_CURVE = [1, 0.9, 0.72, 0.55]
const PRIOR_EVENTS_A_WEEK = 25
const PRIOR_EVENTS_AN_AD = 3
const CURVE_MAX = 1.2
const ROUNDS = 6

/** The curve of fading, and the expected events of each ad in the order of the input. */
export function fitFading(ads: Weeks[]): { curve: number[]; expected: number[] } {
  const weeks = ads.flat()
  const sumOf = (part: keyof Week) => weeks.reduce((sum, week) => sum + (week?.[part] ?? 0), 0)
  const usual = (sumOf('events') + 1) / (sumOf('exposure') + 1)
  let curve = PRIOR_CURVE
  const expectedOf = (ad: Weeks) =>
    usual * curve.reduce((sum, faded, week) => sum + faded * (ad[week]?.exposure ?? 0), 0)
  for (let round = 0; round < ROUNDS; round++) {
    const levels = ads.map((ad) => {
      const events = ad.reduce((sum, week) => sum + (week?.events ?? 0), 0)
      return (events + PRIOR_EVENTS_AN_AD) / (expectedOf(ad) + PRIOR_EVENTS_AN_AD)
    })
    const fitted = PRIOR_CURVE.map((prior, week) => {
      let events = PRIOR_EVENTS_A_WEEK * prior
      let exposure = PRIOR_EVENTS_A_WEEK
      for (const [no, ad] of ads.entries()) {
        events += ad[week]?.events ?? 0
        exposure += usual * (levels[no] ?? 1) * (ad[week]?.exposure ?? 0)
      }
      return events / exposure
    })
    curve = fitted.map((faded) => Math.min(CURVE_MAX, faded / (fitted[0] ?? 1)))
  }
  return { curve, expected: ads.map(expectedOf) }
}
