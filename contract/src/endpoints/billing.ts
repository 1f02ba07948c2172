import { z } from 'zod'
import {
  Billing,
  BillingAnswer,
  BillingBody,
  BillingState,
  CheckoutAnswer,
  CheckoutBody,
  ListedPaymentPage,
  PaymentPage,
} from '../billing.ts'
import { PageQuery } from '../paging.ts'
import { badBody, type Endpoint, json } from './endpoint.ts'

const withSession = { auth: 'session', chapter: 'Billing' } as const
const ofAdmin = { auth: 'session', admin: true, method: 'GET', limit: 'reads', chapter: 'Billing' } as const

/** Where the operator sells no credits, these endpoints are answered 404. */
export const billing = {
  readBilling: {
    ...withSession,
    method: 'GET',
    path: '/api/account/billing',
    summary: 'Read what can be bought, what is owed, and the settings of automatic top-up',
    limit: 'reads',
    answer: json(
      200,
      'The billing',
      z.object({ billing: Billing.describe('What is sold here, and how this user pays') }),
    ),
    refusals: ['not_found'],
  },
  changeBilling: {
    ...withSession,
    method: 'PATCH',
    path: '/api/account/billing',
    summary:
      'Set when the balance counts as low, and switch automatic top-up off, or on (within 15 minutes of ' +
      'logging in)',
    limit: 'writes',
    body: BillingBody,
    answer: json(200, 'The changed billing', BillingAnswer),
    refusals: [...badBody, 'not_found'],
  },
  startCheckout: {
    ...withSession,
    method: 'POST',
    path: '/api/account/checkouts',
    summary: 'Start to buy a pack of credits; the response has the address of the page to pay on',
    limit: 'writes',
    body: CheckoutBody,
    answer: json(201, 'The checkout', CheckoutAnswer),
    refusals: [...badBody, 'not_found'],
  },
  listPayments: {
    ...withSession,
    method: 'GET',
    path: '/api/account/payments',
    summary: 'List your payments with their receipts, newest first',
    limit: 'reads',
    query: PageQuery,
    answer: json(200, 'A page of payments', PaymentPage),
    refusals: ['not_found'],
  },
  listAllPayments: {
    ...ofAdmin,
    path: '/api/admin/payments',
    summary: 'List the payments of all users, newest first',
    query: PageQuery,
    answer: json(200, 'A page of payments', ListedPaymentPage),
  },
  readBillingState: {
    ...ofAdmin,
    path: '/api/admin/billing',
    summary: 'Read what is sold, who owes credits, and which events of Stripe need a person',
    answer: json(200, 'The state', BillingState),
  },
} as const satisfies Record<string, Endpoint>
