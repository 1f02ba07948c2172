import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStripe } from '#platform/stripe'
import {
  newCharge,
  newDispute,
  newIntent,
  newRefund,
  newSession,
} from '../../../doubles/src/stripe/objects.ts'
import { findFreePort, loadProgramPath, startManagedProcess } from '../../harness/processes/index.ts'

// stripe-mock refuses what Stripe's own description of its API does not allow. It keeps nothing: each answer
// is an example.

const KEY = 'sk_test_mock00000000'
const port = await findFreePort()
const url = `http://127.0.0.1:${port}`
const dir = mkdtempSync(join(tmpdir(), 'atelier-stripe-mock-'))
const authorization = { authorization: `Bearer ${KEY}` }

const mock = await startManagedProcess({
  name: 'stripe-mock',
  program: loadProgramPath('stripe-mock'),
  args: ['-http-addr', `127.0.0.1:${port}`],
  env: {},
  cwd: dir,
  logFile: join(dir, 'stripe-mock.log'),
  isReady: async () => (await fetch(`${url}/v1/events`, { headers: authorization })).ok,
  readyWithinMs: 20_000,
})
afterAll(() => mock.stop())

const fileOf = (name: string, content: string) => {
  writeFileSync(join(dir, name), content)
  return join(dir, name)
}
const pack = { id: 'small', name: '10,000 credits', credits: 10_000, amount: 1_000, currency: 'usd' }
const stripe = openStripe({
  secretKeyFile: fileOf('key', KEY),
  webhookSecretFile: fileOf('secret', 'whsec_mock00000000'),
  packsFile: fileOf('packs.json', JSON.stringify({ packs: [pack] })),
  apiUrl: url,
  isProduction: false,
})
if (!stripe) throw new Error('the settings are not complete')

const order = { id: 'chk_0000000000000000000001', pack }
const urls = { successUrl: 'https://shop.test/billing?paid=1', cancelUrl: 'https://shop.test/billing' }

test.each([
  ['without a customer', { customerId: null, keepsCard: false }],
  ['with a customer and a card to keep', { customerId: 'cus_1', keepsCard: true }],
])('Stripe takes the order of a page, %s', async (_, given) => {
  const started = await stripe.startPage({ ...order, ...urls, ...given })
  expect(started.sessionId).toMatch(/^cs_/)
  expect(started.url).toMatch(/^https:/)
})

test('Stripe takes every other call', async () => {
  expect((await stripe.readPage('cs_test_1')).kind).toBe('open')
  const card = { ...order, customerId: 'cus_1', methodId: 'pm_card_visa' }
  // The example of an intent has not been paid.
  expect((await stripe.chargeCard(card)).kind).toBe('declined')
  expect((await stripe.readCharge('pi_1')).kind).toBe('declined')
  expect(await stripe.findCharge('cus_1', order.id, new Date())).toBeUndefined()
  const unread: string[] = []
  for await (const page of stripe.listEvents(new Date(), (id) => unread.push(id))) expect(page).toEqual([])
  expect(unread).toEqual([])
})

test('a call that Stripe does not know would be noticed here', async () => {
  const body = new URLSearchParams({ mode: 'payment', customer_creaton: 'always' })
  const answer = await fetch(`${url}/v1/checkout/sessions`, { method: 'POST', headers: authorization, body })
  expect(answer.status).toBe(400)
})

const created = { id: 'x_1', created: 1, livemode: false, amount: 1, currency: 'usd', customer: null }
const intent = newIntent({ ...created, payment_method: null, setup_future_usage: null, metadata: {} })
const charge = newCharge(intent, 'ch_1', `${url}/receipt`)
const session = newSession({
  ...created,
  url,
  metadata: {},
  client_reference_id: null,
  customer_creation: null,
  success_url: null,
  cancel_url: null,
  expires_at: 1,
})

test.each([
  ['checkout/sessions/cs_1', session],
  ['payment_intents/pi_1', intent],
  ['charges/ch_1', charge],
  ['refunds/re_1', newRefund(charge, { id: 're_1', amount: 1, created: 1 })],
  ['disputes/dp_1', newDispute(charge, { id: 'dp_1', amount: 1, created: 1 })],
])('the double shows the fields of %s that Stripe describes', async (path, object) => {
  const answer = await fetch(`${url}/v1/${path}`, { headers: authorization })
  const described = (await answer.json()) as Record<string, unknown>
  // Stripe shows the refunds of a charge only where a call asks for them; stripe-mock shows them always.
  if (path.startsWith('charges/')) delete described.refunds
  expect(Object.keys(object).toSorted()).toEqual(Object.keys(described).toSorted())
})
