export { cancelUnwanted } from './cancel-unwanted.ts'
export { claimNextRoute, type Refusals } from './claim-next-route.ts'
export {
  type Claim,
  type ClaimedTry,
  claimFirstTries,
  claimNextTry,
  type RequestedMedia,
} from './claim-tries.ts'
export { dropBound } from './drop-bound.ts'
export { expectCost } from './expect-cost.ts'
export { offerOf } from './offer-of.ts'
export { handleOf, isLost, newestTries, type PartTry, tryColumns } from './part-try.ts'
export { readRequestedMedia } from './read-requested-media.ts'
export { readTries, type TriedJob } from './read-tries.ts'
export {
  closeLost,
  type EndedTry,
  markEnded,
  markRefused,
  notePossibleCost,
  postpone,
  type RefusedTry,
  readBought,
  recordAccepted,
  recordAnswered,
  recordUnknown,
} from './record-answer.ts'
export { recordSurely } from './record-surely.ts'
