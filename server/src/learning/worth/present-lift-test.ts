import { type LiftTest, type PatternLift, roundRatio, roundShare, roundSum } from '@atelier/contract'
import { type Effect, gainedBy, joinLiftTests, judgeLiftTest } from './judge-lift-test.ts'
import type { StoredLiftTest } from './stored-sums.ts'

const percentOf = (multiple: number | undefined): number | null =>
  multiple === undefined ? null : roundRatio(100 * (multiple - 1))

const presentEffect = (effect: Effect | null) => ({
  liftPct: percentOf(effect?.multiple),
  lowPct: percentOf(effect?.low),
  highPct: percentOf(effect?.high),
  probability: roundShare(effect?.probability ?? null),
})

/** One lift test, with what each conversion cost that the ad caused. */
export function presentLiftTest(test: StoredLiftTest): LiftTest {
  const { spend, revenue, conversions } = test
  const gained = gainedBy(test)
  const effect = judgeLiftTest(test)
  // What is left by floating-point subtraction is no gain.
  const isPaid = effect !== null && roundSum(gained) > 0 && spend !== null && spend > 0
  const orderValue = revenue !== null && revenue > 0 && conversions ? revenue / conversions : null
  return {
    windowStart: test.since,
    windowEnd: test.until,
    ...presentEffect(effect),
    incremental: roundSum(gained),
    incrementalCpa: roundRatio(isPaid ? spend / gained : null),
    incrementalRoas: roundRatio(isPaid && orderValue !== null ? (gained * orderValue) / spend : null),
    testPeople: test.testPeople,
    controlPeople: test.controlPeople,
    testConversions: roundSum(test.testConversions),
    controlConversions: roundSum(test.controlConversions),
    source: test.source,
  }
}

/** The tests of several ads together; undefined when none of them could be judged. */
export function presentJoinedTests(tests: StoredLiftTest[]): PatternLift | undefined {
  const joined = joinLiftTests(tests)
  return joined ? { tests: joined.tests, ...presentEffect(joined.effect) } : undefined
}
