import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseFailure } from '#platform/db'
import { RECORD_AGAIN_MS, RECORD_MS } from '#production/timing'

/**
 * Records what a provider answered, again and again while the database fails: only this process has heard it,
 * and it may have been paid. `record` may have committed although it failed, so it must change nothing the
 * second time. Never inside a transaction.
 */
export async function recordSurely<T>(record: () => Promise<T>, forMs = RECORD_MS): Promise<T> {
  for (const until = performance.now() + forMs; ; await sleep(RECORD_AGAIN_MS)) {
    try {
      return await record()
    } catch (error) {
      if (!isDatabaseFailure(error) || performance.now() > until) throw error
    }
  }
}
