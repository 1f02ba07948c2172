export { claimAgain, claimAvailable } from './claim-available.ts'
export { recordOutcome } from './record-outcome.ts'
