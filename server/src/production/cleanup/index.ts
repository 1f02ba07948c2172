export { cleanUp } from './clean-up.ts'
