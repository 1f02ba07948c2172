/*
 * The objects of Stripe as its API shows them. The fields are those of stripe-mock,
 * which answers from Stripe's own description.
 */

type Metadata = Record<string, string>
/** Each state of an object is what an event of that moment shows. */
export type Session = ReturnType<typeof newSession>
export type Intent = ReturnType<typeof newIntent>
export type Charge = ReturnType<typeof newCharge>
export type Refund = ReturnType<typeof newRefund>
export type Dispute = ReturnType<typeof newDispute>

const nulls = <Name extends string>(names: string): Record<Name, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Name, null>

const SESSION_NULLS = `after_expiration allow_promotion_codes billing_address_collection client_secret
  collected_information consent consent_collection currency_conversion customer_account customer_details
  customer_email discounts integration_identifier invoice invoice_creation locale managed_payments
  origin_context payment_link payment_method_collection payment_method_configuration_details permissions
  recovered_from saved_payment_method_options setup_intent shipping_address_collection shipping_cost
  submit_type subscription ui_mode wallet_options`
const INTENT_NULLS = `allowed_payment_method_types amount_details application application_fee_amount
  automatic_payment_methods canceled_at cancellation_reason customer_account description
  excluded_payment_method_types managed_payments next_action on_behalf_of
  payment_method_configuration_details processing receipt_email review shipping statement_descriptor
  statement_descriptor_suffix transfer_data transfer_group`
const CHARGE_NULLS = `application application_fee application_fee_amount balance_transaction
  calculated_statement_descriptor description failure_balance_transaction failure_code failure_message
  fraud_details on_behalf_of outcome receipt_email receipt_number review shipping source_transfer
  statement_descriptor statement_descriptor_suffix transfer_data transfer_group`

const words = (text: string): string => text.split(/\s+/).join(' ')

export const newSession = (given: {
  id: string
  created: number
  url: string
  livemode: boolean
  amount: number
  currency: string
  customer: string | null
  metadata: Metadata
  client_reference_id: string | null
  customer_creation: string | null
  success_url: string | null
  cancel_url: string | null
  expires_at: number
}) => ({
  ...nulls(words(SESSION_NULLS)),
  object: 'checkout.session',
  id: given.id,
  created: given.created,
  url: given.url as string | null,
  livemode: given.livemode,
  amount_subtotal: given.amount,
  amount_total: given.amount,
  currency: given.currency,
  customer: given.customer,
  metadata: given.metadata,
  client_reference_id: given.client_reference_id,
  customer_creation: given.customer_creation,
  success_url: given.success_url,
  cancel_url: given.cancel_url,
  expires_at: given.expires_at,
  adaptive_pricing: { enabled: false },
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  mode: 'payment',
  payment_intent: null as string | null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  phone_number_collection: { enabled: false },
  shipping_options: [],
  status: 'open',
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
})

export const newIntent = (given: {
  id: string
  created: number
  livemode: boolean
  amount: number
  currency: string
  customer: string | null
  payment_method: string | null
  setup_future_usage: string | null
  metadata: Metadata
}) => ({
  ...nulls(words(INTENT_NULLS)),
  object: 'payment_intent',
  ...given,
  amount_capturable: 0,
  amount_received: 0,
  capture_method: 'automatic',
  client_secret: `${given.id}_secret_double`,
  confirmation_method: 'automatic',
  last_payment_error: null as object | null,
  latest_charge: null as string | null,
  payment_method_options: {},
  payment_method_types: ['card'],
  status: 'requires_payment_method',
})

export const newCharge = (intent: Intent, id: string, receiptUrl: string) => ({
  ...nulls(words(CHARGE_NULLS)),
  object: 'charge',
  id,
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  billing_details: {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: null,
    name: null,
    phone: null,
    tax_id: null,
  },
  captured: true,
  created: intent.created,
  currency: intent.currency,
  customer: intent.customer,
  disputed: false,
  livemode: intent.livemode,
  metadata: intent.metadata,
  paid: true,
  payment_intent: intent.id,
  payment_method: intent.payment_method,
  payment_method_details: { card: { brand: 'visa', last4: '4242' }, type: 'card' },
  receipt_url: receiptUrl,
  refunded: false,
  status: 'succeeded',
})

export const newRefund = (charge: Charge, given: { id: string; amount: number; created: number }) => ({
  ...nulls(
    'balance_transaction customer_account destination_details reason receipt_number ' +
      'source_transfer_reversal transfer_reversal',
  ),
  object: 'refund',
  ...given,
  charge: charge.id,
  currency: charge.currency,
  customer: charge.customer,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method: charge.payment_method,
  status: 'succeeded',
})

export const newDispute = (charge: Charge, given: { id: string; amount: number; created: number }) => ({
  object: 'dispute',
  ...given,
  balance_transactions: [],
  charge: charge.id,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: given.created + 864_000,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: charge.livemode,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
    type: 'card',
  },
  reason: 'fraudulent',
  status: 'needs_response',
})
