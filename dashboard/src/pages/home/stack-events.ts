import type { Media } from '@atelier/contract'
import { aspectOf } from '../studio/shape.ts'

const HEIGHT = 56
const ROUND = 34
const GAP = 6

/** Something on a lane: one result, or several that are nearer than their width. */
export type LaneEvent = { medium: Media; count: number; left: number }

const kindOf = ({ status, waiting }: Media): string =>
  waiting ? 'open' : status === 'completed' ? 'done' : status

const widthOf = (medium: Media): number =>
  medium.status === 'failed' || medium.status === 'stalled' ? ROUND : aspectOf(medium) * HEIGHT

/**
 * Places results by their time, in pixels, newest last. What would overlap is one stack with a count. Open
 * jobs stand left of the now line, wherever they began.
 */
export function stackEvents(
  media: Media[],
  { since, now }: { since: Date; now: Date },
  width: number,
): LaneEvent[] {
  const whole = Math.max(1, now.getTime() - since.getTime())
  const placed = media
    .map((medium) => {
      const half = widthOf(medium) / 2
      const share = (new Date(medium.createdAt).getTime() - since.getTime()) / whole
      const left = medium.waiting ? width - half - GAP : share * width
      return { medium, left: Math.min(Math.max(left, half), width - half - GAP) }
    })
    .toSorted((a, b) => a.left - b.left)
  const events: LaneEvent[] = []
  for (const one of placed) {
    const last = events.at(-1)
    const near = last && one.left - last.left < (widthOf(last.medium) + widthOf(one.medium)) / 2 + GAP
    if (last && near && kindOf(last.medium) === kindOf(one.medium)) {
      last.count++
      last.medium = one.medium
    } else {
      const free = last ? last.left + (widthOf(last.medium) + widthOf(one.medium)) / 2 + GAP : 0
      events.push({
        ...one,
        count: 1,
        left: near ? Math.min(free, width - widthOf(one.medium) / 2) : one.left,
      })
    }
  }
  return events
}
