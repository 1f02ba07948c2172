import { DatabaseUnavailable } from './failures.ts'

/** Notices that commits are not confirmed, as they are not while a synchronous standby is away. */
export type CommitWatch = {
  run<T>(commit: () => Promise<T>): Promise<T>
  /** Throws when commits are not confirmed at present. */
  check(): void
}

/** A commit takes milliseconds, also on a busy machine. */
const STUCK_MS = 2_000
/** After one that was never confirmed, and as long as none is, this is not the time for another one. */
const REMEMBERED_MS = 10_000
const NEVER_CONFIRMED = /Query read timeout/

export function newCommitWatch(): CommitWatch {
  const pending = new Set<{ beganAt: number }>()
  let givenUpAt = Number.NEGATIVE_INFINITY
  return {
    async run(commit) {
      const one = { beganAt: performance.now() }
      pending.add(one)
      try {
        const result = await commit()
        givenUpAt = Number.NEGATIVE_INFINITY
        return result
      } catch (error) {
        if (NEVER_CONFIRMED.test((error as Error).message)) givenUpAt = performance.now()
        throw error
      } finally {
        pending.delete(one)
      }
    },
    check() {
      const now = performance.now()
      const isStuck = [...pending].some(({ beganAt }) => now - beganAt > STUCK_MS)
      if (isStuck || now - givenUpAt < REMEMBERED_MS)
        throw new DatabaseUnavailable(new Error('commits are not confirmed'))
    },
  }
}
