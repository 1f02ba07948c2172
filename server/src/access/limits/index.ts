export { networkOf } from './network-of.ts'
export { peekSlot, refuseIfFull, type Slot, slotHeaders, takePlace, takeSlot } from './take-slot.ts'
