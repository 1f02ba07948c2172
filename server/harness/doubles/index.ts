export type { BillBody, DoubleControl, DoubleLog, LoggedRequest } from './double-control.ts'
export { type DoubleName, doubleNames } from './double-settings.ts'
export type { Double } from './start-double.ts'
export { type Doubles, type DoublesOptions, startDoubles } from './start-doubles.ts'
export {
  newStripeControl,
  type SoldPack,
  type StripeControl,
  type StripeDouble,
  startStripe,
} from './start-stripe.ts'
