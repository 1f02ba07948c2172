import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveStripeEvent } from '../../src/edge/routes/cb-stripe.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const withoutStripe = useOwnApi([receiveStripeEvent])

const event = JSON.stringify({
  id: 'evt_of_security',
  type: 'payment_intent.created',
  created: 1,
  livemode: false,
  data: { object: {} },
})

const sign = (body: string, secret: string) => {
  const at = Math.floor(Date.now() / 1000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

const send = (body: string, signature: string, path = '/cb/stripe/evt_00') =>
  system().call('POST', path, { body, headers: { 'stripe-signature': signature } })

test('the signature is the key: neither an API key nor a session opens it', async () => {
  const { apiKey } = await system().createUser()
  const { status, body } = await system().call('POST', '/cb/stripe/evt_00', { key: apiKey, body: event })
  expect([status, body.field]).toEqual([400, 'stripe-signature'])
  expect((await send(event, sign(event, 'whsec_of_another_account'))).status).toBe(400)
  expect((await send(event, sign(event, 'whsec_double0000'))).status).toBe(200)
  // While a secret is replaced, both are valid.
  expect((await send(event, sign(event, 'whsec_an_older_one'))).status).toBe(200)
})

test('the address of another cell does not exist', async () => {
  const { status } = await send(event, sign(event, 'whsec_double0000'), '/cb/stripe/evt_01')
  expect(status).toBe(404)
})

test('a large body is refused before it is looked at', async () => {
  const large = JSON.stringify({ text: 'x'.repeat(600_000) })
  const { status, body } = await send(large, sign(large, 'whsec_double0000'))
  expect([status, body.code]).toEqual([400, 'body_too_large'])
})

test('where nothing is sold, the endpoint does not exist', async () => {
  const path = `${withoutStripe()}/cb/stripe/evt_00`
  expect((await send(event, sign(event, 'whsec_double0000'), path)).status).toBe(404)
})
