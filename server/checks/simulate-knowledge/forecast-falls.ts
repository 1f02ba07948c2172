import { forecastFalls } from '#learning/planning'
import { NEW_RULE, policies } from './policies.ts'
import type { InventedAd } from './read-market.ts'
import { runMarket } from './run-market.ts'
import type { World } from './worlds.ts'

/** How the list of ads to replace did in one world. */
export type Foreseen = {
  world: string
  /** Ads that fell under the baseline while they ran, and how many of them were listed 3 days before. */
  fell: number
  foreseen: number
  /** Ads that were listed; those not under the baseline yet, and those that did not fall in time. */
  listed: number
  listedAbove: number
  falseAlarms: number
}

const NOTICE_DAYS = 3
const ALARM_DAYS = 10
const WEEK_DAYS = 7

/** What is true of an ad, and what was said of it. */
type Story = { listedOn: number | null; couldBeListedFrom: number; ranUntil: number; isUnder: boolean[] }

export function watchFalls(seed: string, world: World, accounts: number): Foreseen {
  const found: Foreseen = {
    world: world.name,
    fell: 0,
    foreseen: 0,
    listed: 0,
    listedAbove: 0,
    falseAlarms: 0,
  }
  for (let no = 0; no < accounts; no++) {
    const stories = watchAccount(`${seed} falls ${world.name} ${no}`, world)
    for (const [ad, story] of stories) judge(found, ad, story, world.days)
  }
  return found
}

function watchAccount(seed: string, world: World): Map<InventedAd, Story> {
  const stories = new Map<InventedAd, Story>()
  const policy = policies[NEW_RULE]
  if (!policy) throw new Error('the rule of the plan has no policy')
  runMarket(seed, world, policy, (ads, day, rateOf) => {
    const usual = usualRate(ads)
    if (usual === 0) return
    const known = ads.filter(({ seen }) => seen.length > 0)
    const running = known.filter(({ isOver }) => !isOver)
    const falls = forecastFalls(
      known.map((ad) => toAging(ad, day, usual)),
      running.map((ad) => [{ no: known.indexOf(ad), share: 1 }]),
    )
    for (const ad of ads) {
      const story = stories.get(ad) ?? {
        listedOn: null,
        couldBeListedFrom: Infinity,
        ranUntil: 0,
        isUnder: [],
      }
      stories.set(ad, story)
      story.isUnder[day] = rateOf(ad, day) < usual
      if (ad.isOver) continue
      story.ranUntil = day
      const fall = falls[running.indexOf(ad)]
      if (!fall) continue
      story.couldBeListedFrom = Math.min(story.couldBeListedFrom, day)
      if (fall.isDue) story.listedOn ??= day
    }
  })
  return stories
}

function judge(found: Foreseen, { began }: InventedAd, story: Story, days: number): void {
  const { listedOn, couldBeListedFrom, ranUntil, isUnder } = story
  const fellOn = isUnder.findIndex((under, day) => day > began && under && isUnder[day - 1] === false)
  // An ad that is stopped before it falls, or whose first rows come too late, cannot be foreseen.
  if (fellOn >= 0 && fellOn <= ranUntil + 1 && couldBeListedFrom <= fellOn - NOTICE_DAYS) {
    found.fell++
    if (listedOn !== null && listedOn <= fellOn - NOTICE_DAYS) found.foreseen++
  }
  if (listedOn === null || listedOn + ALARM_DAYS >= days) return
  found.listed++
  if (isUnder[listedOn] === false) found.listedAbove++
  if (!isUnder.slice(listedOn, listedOn + ALARM_DAYS + 1).includes(true)) found.falseAlarms++
}

function usualRate(ads: InventedAd[]): number {
  const spend = ads.reduce((sum, { plain }) => sum + plain.spend, 0)
  return spend > 0 ? ads.reduce((sum, { plain }) => sum + plain.conversions, 0) / spend : 0
}

function toAging(ad: InventedAd, today: number, usual: number) {
  const weeks = Map.groupBy(ad.seen, ({ no }) => Math.floor((no - ad.began) / WEEK_DAYS))
  return {
    cell: `${ad.cell}`,
    age: today - ad.began,
    weeks: [...weeks].map(([week, rows]) => ({
      week,
      days: rows.length,
      exposure: usual * rows.reduce((sum, { spend }) => sum + spend, 0),
      events: rows.reduce((sum, { conversions }) => sum + conversions, 0),
    })),
  }
}
