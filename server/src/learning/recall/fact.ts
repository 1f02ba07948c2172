import type { HitKind, WeighedEvidence } from '@atelier/contract'
import type { QuotedText } from './quoted-text.ts'

/** What is known about something that was found: what it says, and how much that is worth. */
export type Fact = {
  kind: HitKind
  ref: string
  description: QuotedText
  /** Days since its last row, or since it was written. */
  age: number
  isPinned: boolean
  evidence: WeighedEvidence
  /** Of the reporter, where it is only somebody's word. */
  trust: number | null
  /** Whose word it is, as long as nothing but that word stands behind it; else nobody's. */
  claimedBy: string[]
  /** What it is about; null where it is about no product. */
  productId: string | null
  refs: Record<string, string>
}

const DAY_MS = 86_400_000

/** Whole days from the end of a day to the beginning of today, so that an answer is the same all day. */
export const ageOf = (day: string, today: string): number =>
  Math.max(0, (Date.parse(today) - Date.parse(day)) / DAY_MS - 1)

export const dayOf = (time: Date | string): string => new Date(time).toISOString().slice(0, 10)

/** The ids that there are, under their names. */
export const refsOf = (ids: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).filter((entry): entry is [string, string] => Boolean(entry[1])))

export const describeAge = (age: number): string => (age === 1 ? '1 day' : `${age} days`)
