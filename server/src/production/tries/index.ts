export { type Claim, claimFirstTry, claimNextTry, type RequestedMedia } from './claim-try.ts'
export { handleOf, readLastTry } from './read-last-try.ts'
export { markRefused, type RefusedTry, readBought, recordAccepted, recordUnknown } from './record-answer.ts'
