import { CheckoutAnswer } from '@atelier/contract'
import { expect, test } from 'vitest'
import { startCheckout } from '../../src/edge/routes/account-checkouts.post.ts'
import { openSession } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { sharedStripe } from './shop-of-tests.ts'

const system = useSharedSystem()
const withoutStripe = useOwnApi([startCheckout])

const start = (headers: Record<string, string>, body: object, base = '') =>
  system().call('POST', `${base}/api/account/checkouts`, { headers, body })

test('a checkout asks for the price of the pack and names itself to Stripe', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await start(headers, { packId: 'large', keepCard: true })
  expect(status).toBe(201)
  const { checkout } = CheckoutAnswer.strict().parse(body)
  const { sessions } = await sharedStripe().read<{ sessions: Record<string, unknown>[] }>('state')
  expect(sessions.find(({ id }) => checkout.url.endsWith(`/${id}`))).toMatchObject({
    amount_total: 10_000,
    currency: 'usd',
    client_reference_id: checkout.id,
    metadata: { checkout: checkout.id },
    success_url: `${system().baseUrl}/billing?paid=${checkout.id}`,
  })
})

test('an unknown pack is answered 400', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await start(headers, { packId: 'none' })
  expect([status, body.field]).toEqual([400, 'packId'])
})

test('where nothing is sold, the endpoint does not exist', async () => {
  const { headers } = await openSession(system().db)
  const { status, body } = await start(headers, { packId: 'small' }, withoutStripe())
  expect([status, body.code]).toEqual([404, 'not_found'])
})
