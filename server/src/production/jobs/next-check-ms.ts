import type { KnownTimes } from './model-times.ts'
import {
  CHECK_EVERY_MS,
  CHECK_SELDOM_MS,
  CHECK_SOON_MS,
  FIRST_CHECK_MS,
  LAST_CHECK_BEFORE_MS,
  VISIBLE_WITHIN_MS,
} from './timing.ts'

/** `renderingMs`: how long the provider has had the job. `leftMs`: of its window. */
export type Waiting = { renderingMs: number; leftMs: number; known: KnownTimes | undefined }

/** How much later than the slowest of the last jobs a callback is taken for lost. */
const LOST_AFTER = 1.25
/** Of the time that a job has taken, what a check may come late. */
const LATE_SHARE = 0.1
/** So that jobs that were accepted together are not checked together. */
const JITTER_SHARE = 0.1

/**
 * The time to the next check of a provider, with one right before the window closes. A check costs as much as
 * a quarter of a job, so a job is checked when it may be done, by what is known of its model:
 *
 * - Its provider calls back: a check is only for a lost callback, so it comes when all jobs would be done.
 * - It does not: checks begin when the fastest jobs are done. Each comes a tenth of the job's time later.
 * - Nothing is known yet: as if it called back, with a model of medium speed.
 */
export function nextCheckMs({ renderingMs, leftMs, known }: Waiting, random = Math.random()): number {
  const jitter = 1 - JITTER_SHARE * random
  const wantedMs = wantedCheckMs(renderingMs, known) * jitter
  const lastCheckInMs = leftMs - LAST_CHECK_BEFORE_MS
  return Math.max(20, Math.round(Math.min(wantedMs, lastCheckInMs > 100 ? lastCheckInMs : leftMs)))
}

function wantedCheckMs(renderingMs: number, known: KnownTimes | undefined): number {
  const seldomMs = clamp(renderingMs, CHECK_EVERY_MS, CHECK_SELDOM_MS)
  if (!known) return renderingMs < FIRST_CHECK_MS / 2 ? FIRST_CHECK_MS : seldomMs
  if (known.callsBack) return Math.max(known.latestMs * LOST_AFTER - renderingMs, seldomMs)
  const soonMs = clamp(renderingMs * LATE_SHARE, CHECK_SOON_MS, VISIBLE_WITHIN_MS)
  return Math.max(known.soonestMs - renderingMs, soonMs)
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
