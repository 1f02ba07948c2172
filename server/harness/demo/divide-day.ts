import { seededRandom } from '../random/index.ts'

type Sums = { spend: number; impressions: number; clicks: number; conversions: number; revenue: number }

/** Of each hundred impressions, clicks and conversions of an ad. Who sees most does not buy most. */
type Share = { value: string; seen: number; clicked: number; bought: number }

const shares: { [By in 'placement' | 'country' | 'age' | 'device']: Share[] } = {
  placement: [
    { value: 'instagram_stories', seen: 34, clicked: 30, bought: 24 },
    { value: 'facebook_feed', seen: 30, clicked: 34, bought: 44 },
    { value: 'instagram_feed', seen: 22, clicked: 24, bought: 26 },
    { value: 'instagram_reels', seen: 14, clicked: 12, bought: 6 },
  ],
  country: [
    { value: 'DE', seen: 62, clicked: 60, bought: 61 },
    { value: 'AT', seen: 21, clicked: 23, bought: 27 },
    { value: 'CH', seen: 17, clicked: 17, bought: 12 },
  ],
  age: [
    { value: '25-34', seen: 33, clicked: 31, bought: 30 },
    { value: '35-44', seen: 27, clicked: 30, bought: 38 },
    { value: '18-24', seen: 22, clicked: 20, bought: 9 },
    { value: '45-54', seen: 18, clicked: 19, bought: 23 },
  ],
  device: [
    { value: 'mobile_app', seen: 81, clicked: 82, bought: 66 },
    { value: 'desktop', seen: 12, clicked: 12, bought: 27 },
    { value: 'mobile_web', seen: 7, clicked: 6, bought: 7 },
  ],
}

/** The parts of a day as a platform reports them. The same keys give the same parts. */
export const divideDay = (day: Sums, ...keys: (string | number)[]) =>
  (Object.keys(shares) as (keyof typeof shares)[]).flatMap((by) => {
    const start = seededRandom('divide', by, ...keys)
    const of = (of100: 'seen' | 'clicked' | 'bought', total: number) =>
      split(
        total,
        shares[by].map((one) => one[of100]),
        start.next(),
      )
    const impressions = of('seen', day.impressions)
    const clicks = of('clicked', day.clicks)
    const conversions = of('bought', day.conversions)
    return shares[by].map(({ value, seen }, at) => ({
      by,
      value,
      spend: Math.floor(day.spend * seen) / 100,
      impressions: impressions[at] as number,
      clicks: Math.min(clicks[at] as number, impressions[at] as number),
      conversions: conversions[at] as number,
      revenue:
        day.conversions === 0
          ? 0
          : Math.floor(((day.revenue * (conversions[at] as number)) / day.conversions) * 100) / 100,
    }))
  })

/** Whole numbers that add up to the total. `start`, from 0 to 1, decides who has a single one. */
function split(total: number, of100: number[], start: number): number[] {
  let before = 0
  return of100.map((share) => {
    const from = Math.floor((total * before) / 100 + start)
    before += share
    return Math.floor((total * before) / 100 + start) - from
  })
}
