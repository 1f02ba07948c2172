export { asRecord } from './as-record.ts'
export {
  type Answer,
  type Call,
  callProvider,
  newDispatcher,
  type OpenAnswer,
  openCall,
  readRetryAfterMs,
  wasNeverSent,
} from './call-provider.ts'
export { cleanReason } from './clean-reason.ts'
export { findGap } from './find-gap.ts'
export { findRequestGap } from './find-request-gap.ts'
export { isRecord } from './is-record.ts'
export { type Answered, readRepeatedly } from './read-repeatedly.ts'
