import type Stripe from 'stripe'

/** The package of Stripe with our key. */
export type Client = Stripe
