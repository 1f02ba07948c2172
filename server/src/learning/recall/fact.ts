import type { HitKind, WeighedEvidence } from '@atelier/contract'
import type { QuotedText } from './quoted-text.ts'

/** A search result with its content and what its ranking needs. */
export type Fact = {
  kind: HitKind
  ref: string
  description: QuotedText
  /** Days since its last row, or since it was written. */
  age: number
  isPinned: boolean
  evidence: WeighedEvidence
  /** Trust in the reporter, for a claim only. */
  trust: number | null
  /** The sources of a claim that has no rows behind it; empty for everything else. */
  claimedBy: string[]
  /** Null when it is about no product. */
  productId: string | null
  /** Only for a pattern: its title, and how its results are counted. */
  pattern?: { title: string; counting: QuotedText }
  /** The id of the ad on its platform, as it was reported; only for results of an ad and claims about it. */
  platformAdId?: string | null
  refs: Record<string, string>
}

const DAY_MS = 86_400_000

/** Whole days from the end of a day to the start of today, so that results stay the same all day. */
export const ageOf = (day: string, today: string): number =>
  Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY_MS - 1)

export const dayOf = (time: Date | string): string => new Date(time).toISOString().slice(0, 10)

/** Leaves out ids that are missing. */
export const refsOf = (ids: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** An age of 0 is that of yesterday too. */
export const describeAge = (age: number): string =>
  `${age === 0 ? 'up to 1 day' : age === 1 ? '1 day' : `${age} days`} old`
