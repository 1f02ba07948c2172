export { type AdClaim, claimedPatterns } from './claimed-patterns.ts'
export { type BaselineRates, computeBaseline } from './compute-baseline.ts'
export { type Estimate, estimate } from './estimate.ts'
export { type Day, isDeclining, isFatigued } from './fatigue.ts'
export { findPatterns } from './find-patterns.ts'
export {
  countedSteps,
  findLeak,
  type Leak,
  poolSteps,
  ratesOf,
  type StepSums,
  type UsualSteps,
  usualSteps,
} from './funnel-steps.ts'
export { type Fused, fuseRanks, type RankedCandidate } from './fuse-ranks.ts'
export {
  type Ad,
  type DayRange,
  judgeAd,
  liftOf,
  type Results,
  type Standing,
  WINNER_FROM,
} from './judge-ad.ts'
export { type CellIngredients, type JudgedCell, judgeCells } from './judge-cells.ts'
export {
  type Claim,
  type ClaimRows,
  claimRule,
  type Drift,
  judgeClaim,
  judgeClaimOfSeveral,
} from './judge-claim.ts'
export { metricOf } from './metric-of.ts'
export { normalCdf } from './normal-cdf.ts'
export { type FoundPattern, freshnessOf, type Member } from './order-patterns.ts'
export { noOrderValues, type OrderValueSums, orderValueCv } from './order-value-cv.ts'
export { proofRule } from './prove-patterns.ts'
export { type Random, seededRandom } from './seeded-random.ts'
export { addSums, noSums, ratioOf, type Sums, scaleSums } from './sums.ts'
export { biasOf, trustOf } from './trust-of.ts'
export { weightOf } from './weight-of.ts'
export { wilsonBound, Z_90 } from './wilson-bound.ts'
