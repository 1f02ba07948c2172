export { claimAgain, claimAvailable } from './claim-available.ts'
export { isPaused, recordPause } from './pauses.ts'
export { recordOutcome } from './record-outcome.ts'
