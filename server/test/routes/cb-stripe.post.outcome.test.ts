import { expect, test } from 'vitest'
import { openSession } from '../open-session.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { buyPack, sharedStripe } from './shop-of-tests.ts'

const system = useSharedSystem()

test('an event is answered when it is stored, and a known one changes nothing', async () => {
  const { db } = system()
  const buyer = await openSession(db)
  const before = (await sharedStripe().read<Counts>('counts')).deliveries.accepted
  const intent = await buyPack(system(), buyer)
  const stored = () =>
    db.rows<{ type: string }>(`select type from payment_events where subject = $1 order by type`, [intent])
  await expect
    .poll(async () => (await stored()).map(({ type }) => type))
    .toEqual(['charge.succeeded', 'checkout.session.completed', 'payment_intent.succeeded'])
  expect((await sharedStripe().read<Counts>('counts')).deliveries.accepted).toBeGreaterThanOrEqual(before)
})

type Counts = { deliveries: { accepted: number } }

test('what is stored of an event has no text of a person', async () => {
  const { db } = system()
  const object = {
    id: 'pi_of_a_person',
    amount_received: 1,
    currency: 'usd',
    metadata: { checkout: 'chk_0000000000000000000000' },
    receipt_email: 'person@example.com',
  }
  const { id } = await sharedStripe().act('emit', { type: 'payment_intent.succeeded', object })
  const read = () => db.row<{ fact: object }>(`select fact from payment_events where id = $1`, [id])
  await expect.poll(read).toBeDefined()
  expect(JSON.stringify(await read())).not.toContain('person@example.com')
})
