import type { RateClass } from '@atelier/contract'
import type { LookUpGuard } from '#access/identity'
import type { App } from '#platform/app'
import { networkOf } from './network-of.ts'
import { newOuterLimit, type OuterLimit } from './new-outer-limit.ts'
import type { Counted, RateLimitSlot } from './take-slot.ts'

/** A form may carry 10 MB, which is received before it turns out to be a replay. */
const FORM_WEIGHT = 5

export type OuterLimits = ReturnType<typeof newOuterLimits>

/** Limits far above honest use, for what the rate limits leave out. Counted by this process alone. */
export function newOuterLimits({ unknownKeysPerMinute, replaysPerSlot, rateLimits }: App['config']) {
  const unknownKeys = newOuterLimit(
    unknownKeysPerMinute,
    (limit) =>
      `More than ${limit} requests a minute with an unknown API key or session came from your network.`,
  )
  const replays = new Map<RateClass, OuterLimit>()
  const replaysOf = (of: RateClass): OuterLimit => {
    const limit = replays.get(of) ?? newOuterLimit(rateLimits[of] * replaysPerSlot, describeReplays)
    replays.set(of, limit)
    return limit
  }
  const unwritten = {
    looks: newOuterLimit(rateLimits.looks, (limit) => `Limit of ${limit} looks a minute reached.`),
    mcp: newOuterLimit(rateLimits.mcp, (limit) => `Limit of ${limit} messages a minute reached.`),
  }
  return {
    /** An open page looks every second and must not write every second; calls of tools are counted apart. */
    takeUnwritten: ({ owner }: Counted, of: keyof typeof unwritten): RateLimitSlot =>
      unwritten[of].take(owner.userId),
    /** Counts look-ups of keys and sessions for a network, as long as they turn out to be unknown. */
    guardLookUps(address: string): LookUpGuard {
      const network = networkOf(address)
      return { begin: () => unknownKeys.take(network), giveBack: () => unknownKeys.giveBack(network) }
    },
    /** Before the body of a request is received that may be a replay. */
    takeReplay: ({ owner, keyId }: Counted, of: RateClass, isForm: boolean): unknown =>
      replaysOf(of).take(keyId === null ? `session ${owner.userId}` : owner.userId, isForm ? FORM_WEIGHT : 1),
  }
}

const describeReplays = (limit: number) => `Limit of ${limit} requests a minute reached, replays included.`
