export { countRequests, type RequestCounter } from './count-requests.ts'
export { networkOf } from './network-of.ts'
export { peekSlot, type Slot, slotHeaders, takePlace, takeSlot } from './take-slot.ts'
