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
    const isNear = last !== undefined && one.left - last.left < apart(last.medium, one.medium)
    const twin = isNear ? events.find((event) => kindOf(event.medium) === kindOf(one.medium)) : undefined
    if (twin && isWithin(twin, one, events)) {
      twin.count++
      twin.medium = one.medium
    } else events.push({ ...one, count: 1 })
  }
  return spread(events, width)
}

/** More than the width of any phone. */
const ROW = 12

/** On the phone, which has no room for hours: one row of the newest, oldest first, open jobs at its end. */
export function rowEvents(media: Media[]): LaneEvent[] {
  const placeOf = ({ waiting, createdAt }: Media) => (waiting ? `1 ${createdAt}` : `0 ${createdAt}`)
  return media
    .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
    .slice(-ROW)
    .map((medium) => ({ medium, count: 1, left: 0 }))
}

const apart = (a: Media, b: Media): number => (widthOf(a) + widthOf(b)) / 2 + GAP

/** Only what lies in the same crowd is stacked: nothing jumps over an empty stretch of the lane. */
const isWithin = (twin: LaneEvent, one: { medium: Media; left: number }, events: LaneEvent[]): boolean =>
  one.left - twin.left < apart(twin.medium, one.medium) * (events.length - events.indexOf(twin))

/** Moves neighbours apart: first to the right, then back from the now line. */
function spread(events: LaneEvent[], width: number): LaneEvent[] {
  for (const [at, event] of events.entries()) {
    const before = events[at - 1]
    if (before) event.left = Math.max(event.left, before.left + apart(before.medium, event.medium))
  }
  for (const [at, event] of [...events.entries()].reverse()) {
    const after = events[at + 1]
    const most = after
      ? after.left - apart(event.medium, after.medium)
      : width - widthOf(event.medium) / 2 - GAP
    event.left = Math.min(event.left, most)
  }
  return events
}
