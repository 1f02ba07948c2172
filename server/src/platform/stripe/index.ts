export type { EndedFact, Fact, News, PaidFact, ReturnFact } from './fact.ts'
export { openStripe } from './open-stripe.ts'
export type { Pack } from './packs.ts'
export { type CardAnswer, CustomerRemoved, type PageOrder, type Stripe, StripeUnavailable } from './stripe.ts'
