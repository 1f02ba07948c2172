export { peekSlot, refuseIfFull, type Slot, slotHeaders, takeSlot } from './take-slot.ts'
