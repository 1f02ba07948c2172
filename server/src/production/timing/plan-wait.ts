import { type ProviderTimes, usualTimes } from '#platform/providers'
import type { KnownTimes } from './model-times.ts'
import {
  CHECK_EVERY_MS,
  CHECK_SELDOM_MS,
  CHECK_SOON_MS,
  LAST_CHECK_BEFORE_MS,
  retryMs,
  VISIBLE_WITHIN_MS,
  WATCH_EVERY_MS,
  WATCHED_FROM_MS,
} from './timing.ts'

/**
 * `renderingMs`: how long the provider has had the job. `leftMs`: of its window. `isAsleep`: the run sleeps
 * until right before its window closes.
 */
export type Waiting = {
  renderingMs: number
  leftMs: number
  known: KnownTimes | undefined
  isAsleep?: boolean
  /** Of the provider. */
  times?: ProviderTimes | undefined
  /** The provider wants to be asked later. */
  retryAfterMs?: number | undefined
}

/** How much later than the slowest of the last jobs a callback is taken for lost. */
const LOST_AFTER = 1.25
/** Of the time that a job has taken, what a check may come late. */
const LATE_SHARE = 0.1

/**
 * How long until the next check, and how long the run sleeps. Of a job that is watched, a worker makes the
 * check, and the run sleeps on unless the job is done: to wake a run costs ten times as much as a check.
 */
export type Wait = { checkMs: number; runMs: number; isWatched: boolean }

/** The run checks at once. */
export const checkNow: Wait = { checkMs: 0, runMs: 0, isWatched: false }

/**
 * Plans the next check of a provider, with one by the run right before the window closes. A job is checked
 * when it may be done, by what is known of its model:
 *
 * - Its provider calls back: a check is only for a lost callback, so it comes when all jobs would be done.
 * - It does not: checks begin when the fastest jobs are done. Each comes a tenth of the job's time later.
 * - Nothing is known yet: as if it called back, with a model of medium speed.
 */
export function planWait(waiting: Waiting, random = Math.random()): Wait {
  const { renderingMs, leftMs, known, isAsleep = false, times = usualTimes, retryAfterMs } = waiting
  const jitter = 1 - times.jitterShare * random
  const plannedMs = wantedCheckMs(renderingMs, known, times.firstCheckMs) * jitter
  const wantedMs = Math.max(plannedMs, times.checkFloorMs, retryMs(retryAfterMs, 0))
  const lastCheckInMs = leftMs - LAST_CHECK_BEFORE_MS
  const endsInMs = lastCheckInMs > 100 ? lastCheckInMs : leftMs
  const isWatched = wantedMs < endsInMs && (isAsleep || wantedMs >= WATCHED_FROM_MS)
  const checkMs = Math.max(20, Math.round(Math.min(wantedMs, endsInMs)))
  return { checkMs, runMs: isWatched ? Math.round(endsInMs) : checkMs, isWatched }
}

function wantedCheckMs(renderingMs: number, known: KnownTimes | undefined, firstCheckMs: number): number {
  const seldomMs = clamp(renderingMs, CHECK_EVERY_MS, CHECK_SELDOM_MS)
  if (!known) return renderingMs < firstCheckMs / 2 ? firstCheckMs : seldomMs
  if (known.callsBack) return Math.max(known.latestMs * LOST_AFTER - renderingMs, seldomMs)
  const visibleMs = Math.min(renderingMs * LATE_SHARE, VISIBLE_WITHIN_MS)
  const soonMs = Math.max(CHECK_SOON_MS, visibleMs - WATCH_EVERY_MS)
  return Math.max(known.soonestMs - renderingMs, soonMs)
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
