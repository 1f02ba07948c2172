export { knownTimesOf, recordRender, shareModelTimes } from './model-times.ts'
export { checkNow, planWait, type Wait } from './plan-wait.ts'
export {
  CLAIM_MS,
  claimMsOf,
  drainMs,
  FIND_SOON_MS,
  KEEP_FILES_MS,
  LAST_CHECK_COUNTS_MS,
  LAST_CHECK_GRACE_MS,
  LAST_CHECK_LATE_MS,
  POLL_CHECK_MS,
  RETRY_MS,
  RUN_GRACE_MS,
  retryMs,
  STEP_MS,
  STORE_FILES_MS,
  STORE_RETRY_MS,
  TICK_MS,
  UNREACHABLE_MS,
  WATCH_CLAIM_MS,
  WATCH_EVERY_MS,
} from './timing.ts'
