// A lift test: what people do who cannot see an ad.
// Input: people and conversions of the group that could see it (n1, c1), and of the other one (n0, c0).
// Output: how many times as many conversions the first group had, and how sure it is that it had more.
// m = (c1/n1)/(c0/n0), sd of ln m = sqrt(1/c1 + 1/c0), bounds m * exp(-+ 1.2816 sd), P = Phi(ln(m)/sd).
// Under 5 conversions in a group nothing is said, as for a declining ad. Several tests are joined by 1/sd^2.
// The conversions gained are c1 - c0 * n1/n0.

import { normalCdf, Z_90 } from '#learning/statistics'

export type LiftTestSums = {
  testPeople: number
  controlPeople: number
  testConversions: number
  controlConversions: number
}

/** As multiples: 1 is no effect. */
export type Effect = { multiple: number; low: number; high: number; probability: number }

const CONVERSIONS_LEAST = 5

/** What one test says; null when it has too few conversions. */
export const judgeLiftTest = (test: LiftTestSums): Effect | null => joinLiftTests([test])?.effect ?? null

/** What tests of several ads say together, and how many of them could be judged; null when none could. */
export function joinLiftTests(tests: LiftTestSums[]): { tests: number; effect: Effect } | null {
  const judged = tests
    .filter((test) => Math.min(test.testConversions, test.controlConversions) >= CONVERSIONS_LEAST)
    .map(({ testPeople, controlPeople, testConversions, controlConversions }) => ({
      log: Math.log(testConversions / testPeople / (controlConversions / controlPeople)),
      weight: 1 / (1 / testConversions + 1 / controlConversions),
    }))
  if (judged.length === 0) return null
  const weight = judged.reduce((sum, one) => sum + one.weight, 0)
  const log = judged.reduce((sum, one) => sum + one.weight * one.log, 0) / weight
  const sd = 1 / Math.sqrt(weight)
  const effect = {
    multiple: Math.exp(log),
    low: Math.exp(log - Z_90 * sd),
    high: Math.exp(log + Z_90 * sd),
    probability: normalCdf(log / sd),
  }
  return { tests: judged.length, effect }
}

/** Conversions of the first group that would not have been without the ad. */
export const gainedBy = (test: LiftTestSums): number =>
  test.testConversions - (test.controlConversions * test.testPeople) / test.controlPeople
