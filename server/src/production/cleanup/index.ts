export { type CleanupState, cleanUp } from './clean-up.ts'
