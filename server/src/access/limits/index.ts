export { countRequests, type RequestCounter } from './count-requests.ts'
export { eraseRateLogs } from './erase-rate-logs.ts'
export { networkOf } from './network-of.ts'
export { newOuterLimits, type OuterLimits } from './new-outer-limits.ts'
export {
  type Counted,
  clearNamedSlots,
  heavyHeaders,
  peekSlot,
  type RateLimitSlot,
  slotHeaders,
  takeNamedSlot,
  takeSlot,
} from './take-slot.ts'
