import { type Provider, type Providers, usualTimes } from '#platform/providers'

/*
 * Every duration in the life of a job, beside the times of its provider, which are shown with their usual
 * values. Settings of the operator are in capitals, with their defaults.
 *
 *  created_at                                                                           deadline_at
 *  |<-- IMAGE_STALL_SECONDS 900 s, VIDEO_STALL_SECONDS 1800 s: the window ----------------->|
 *  |
 *  |  the caller waits: SUBMIT_WAIT_SECONDS 8 s
 *  |---------------------->| 201 at the latest
 *  |
 *  |  the POST to the provider          checks                               the last check
 *  |-- its submitTimeout 8 s --|--- when it may be done (planWait) --|-- BEFORE_END 1 s --|
 *  |                                                                  |<-- COUNTS 2 s --->|
 *  |------- CLAIM 9 s ---------|                                                          |
 *  |   then another try may be sent, if the provider does not know the first one          |
 *  |   (asked after 0.3 s, then every RETRY 2 s)                                          |
 *  |                                                                                      |
 *  |   provider unreachable at the end: the window stays open for LAST_CHECK_GRACE 30 s ->|---->| stalled
 *  |   result seen but not stored: tried again for STORE_FILES 300 s, past the window ----|---------->|
 *
 * run_due_at is the time by which a run will have written again: its next wake-up or the longest time of its
 * current step, plus RUN_GRACE. A submit may be held for longer than the caller waits: then CLAIM, run_due_at
 * and the end of a worker wait for it. The tick (every TICK_SECONDS, 120 s) restarts a run that is past it.
 */

/** A try without an answer may still be in flight for this long, so no other try is sent before. */
export const claimMsOf = (provider: Provider | undefined): number =>
  (provider?.times ?? usualTimes).submitTimeoutMs + 1_000
/** Of most providers. One that makes the files while the submit is held has a longer time. */
export const CLAIM_MS = claimMsOf(undefined)
/**
 * With less of its window left a job is not bought: it would be paid and come too late. A held submit may
 * take all its time; any other job is hardly made before its first check. The simulator costs nothing.
 */
export const leastMsOf = ({ isSimulated, lostTries, times }: Provider): number => {
  if (isSimulated) return 0
  return lostTries === 'close' ? times.submitTimeoutMs : times.firstCheckMs
}
/** The files of a held submit may take this long to be stored. They exist nowhere else. */
export const KEEP_FILES_MS = 60_000
/** While the database fails, what a provider answered is recorded again for this long, this often. */
export const RECORD_MS = 30_000
export const RECORD_AGAIN_MS = 500
/** After a POST with an unknown result, the provider is asked for our id this soon. */
export const FIND_SOON_MS = 300
/** Between two attempts to find out about a try, or to send the next one. */
export const RETRY_MS = 2_000
/** A provider that wants to be asked later is believed up to this. */
const RETRY_AFTER_MAX_MS = 60_000
/** When a refused try is sent again, or a provider asked that wants to be asked later. In whole numbers. */
export const retryMs = (retryAfterMs: number | undefined, leastMs = RETRY_MS): number =>
  Math.ceil(Math.min(Math.max(retryAfterMs ?? 0, leastMs), RETRY_AFTER_MAX_MS))

/** Between two checks of a job whose callback may be lost: as long as it has taken, within these limits. */
export const CHECK_EVERY_MS = 5_000
export const CHECK_SELDOM_MS = 60_000
/** Between two checks of a job that may be done, without callbacks: a tenth of its time, within these. */
export const CHECK_SOON_MS = 500
export const VISIBLE_WITHIN_MS = 10_000
/** A check that is at least so far away is made by a worker that watches many jobs, every WATCH_EVERY. */
export const WATCHED_FROM_MS = 3_000
export const WATCH_EVERY_MS = 500
/** A job that a worker has begun to check is not checked by another one for so long. */
export const WATCH_CLAIM_MS = 10_000
/** After a check that the provider did not answer. */
export const UNREACHABLE_MS = 1_000
/** A poll wakes a run whose check is this late, and again after as long. */
export const POLL_CHECK_MS = 5_000

/** The last check but one is made this long before the window closes; the last one is made at its end. */
export const LAST_CHECK_BEFORE_MS = 1_000
/** A job whose provider cannot be reached stalls this much later: it may have finished long ago. */
export const LAST_CHECK_GRACE_MS = 30_000
/** The run checks once more at the end. If it has not by LATE, a check this shortly before the end counts. */
export const LAST_CHECK_COUNTS_MS = 2_000
export const LAST_CHECK_LATE_MS = LAST_CHECK_GRACE_MS + 2_000

/** The longest time of one step of a run: a check with its downloads. */
export const STEP_MS = 60_000
/** The result of a provider may take this long to be downloaded and stored, also past the window. */
export const STORE_FILES_MS = 300_000
/** Between two attempts to store a result. */
export const STORE_RETRY_MS = 1_000

/** How much later than announced a run may write before the tick takes it for dead. */
export const RUN_GRACE_MS = 10_000
/** A worker that ends waits this long for its steps: as long as the longest takes. */
export const drainMs = ({ list }: Providers): number =>
  Math.max(STEP_MS, ...list.map((one) => claimMsOf(one) + KEEP_FILES_MS)) + RUN_GRACE_MS
/** One tick stops taking new jobs after this long. */
export const TICK_MS = 90_000
