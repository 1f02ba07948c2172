import { runParallel } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { isSpender, type Story } from './draw-story.ts'
import { ask, type Buyer, type Shop } from './open-shop.ts'

const AT_ONCE = 12
const SPENDS = 4
const TAKEN_BACK_MS = 5_000

/** What was set out to be bought, as the shop answered and the double was told. */
export type Told = Story & { user: string; checkout: string; intent: string | undefined; price: number }

/** Money that must buy nothing: the id of its event, and the intent that it names. */
type Misfit = { event: string; intent: string; why: string }

/** `forgedBefore`: forged events that were accepted before it began. */
export type Trade = { told: Told[]; misfits: Misfit[]; forgedBefore: number }

const prices = { small: 1_000, large: 10_000 } as const

/** Buys, spends, and lets the money of spenders go back. */
export async function tellStories(shop: Shop, stories: Story[], buyers: Buyer[]): Promise<Trade> {
  const { deliveries } = await shop.stripe.read<{ deliveries: { forgedAccepted: number } }>('counts')
  const trade: Trade = { told: [], misfits: [], forgedBefore: deliveries.forgedAccepted }
  await runParallel(AT_ONCE, stories, async (story) => {
    const told = await begin(shop, story, buyers[story.buyer] as Buyer)
    trade.told.push(told)
    if (!story.isLate) await end(shop, told, trade)
  })
  const spenders = buyers.filter((_, at) => isSpender(at))
  await runParallel(AT_ONCE, spenders, async (buyer) => {
    for (let at = 0; at < SPENDS; at++) await spend(shop, buyer)
  })
  const late = trade.told.filter(({ isLate }) => isLate)
  await runParallel(AT_ONCE, late, (told) => end(shop, told, trade))
  return trade
}

async function begin(shop: Shop, story: Story, { id, headers }: Buyer): Promise<Told> {
  const { packId, ending } = story
  const { status, body } = await ask(shop, headers, '/api/account/checkouts', { packId })
  if (status !== 201) throw new Error(`a checkout was answered ${status}: ${JSON.stringify(body)}`)
  const { id: checkout, url } = body.checkout
  const session = url.split('/').at(-1)
  const isPaid = !['unpaid', 'wrong amount', 'wrong mode'].includes(ending)
  const intent = isPaid ? (await shop.stripe.act('pay', { session })).id : undefined
  if (ending === 'unpaid') await shop.stripe.act('expire', { session })
  return { ...story, user: id, checkout, intent, price: prices[packId] }
}

async function end({ stripe, db }: Shop, told: Told, trade: Trade): Promise<void> {
  const { intent, price, ending, isSlow } = told
  const refund = (amount: number) => stripe.act('refund', { intent, amount })
  const dispute = () => stripe.act('dispute', { intent, amount: price })
  switch (ending) {
    case 'refunded':
      return void (await refund(price))
    case 'partly refunded':
      return void (await refund(Math.floor(price / 3)))
    case 'refund failed': {
      const { id } = await refund(price)
      if (isSlow) await waitUntilTakenBack(db, told)
      return void (await stripe.act('fail-refund', { refund: id }))
    }
    case 'dispute lost':
    case 'dispute won': {
      const { id } = await dispute()
      if (isSlow) await waitUntilTakenBack(db, told)
      return void (await stripe.act('close-dispute', { dispute: id, status: ending.split(' ')[1] }))
    }
    case 'refunded and disputed':
      await refund(price)
      return void (await dispute())
    case 'wrong amount':
    case 'wrong mode':
    case 'paid twice':
      trade.misfits.push(await emitMisfit(stripe, told))
  }
}

/** Or for some seconds: a return whose events were all dropped is heard of later. */
async function waitUntilTakenBack(db: Shop['db'], { checkout }: Told): Promise<void> {
  const isTakenBack = async () => {
    const text = 'select from payments where checkout_id = $1 and reversed_credits > 0'
    return (await db.query(text, [checkout])).rows.length > 0
  }
  await waitUntil('a return is taken back', isTakenBack, { withinMs: TAKEN_BACK_MS, everyMs: 100 }).catch(
    () => undefined,
  )
}

/** A signed event about money that nobody asked for. */
async function emitMisfit(stripe: Shop['stripe'], { checkout, price, ending }: Told): Promise<Misfit> {
  const intent = misfitOf(checkout)
  const object = {
    id: intent,
    amount_received: ending === 'wrong amount' ? price - 1 : price,
    currency: 'usd',
    customer: null,
    payment_method: null,
    metadata: { checkout, kind: 'page' },
  }
  const given = { livemode: ending === 'wrong mode' }
  const { id: event } = await stripe.act('emit', { type: 'payment_intent.succeeded', object, given })
  return { event, intent, why: ending }
}

/** The intent of money for a checkout that is not its own. */
export const misfitOf = (checkout: string): string => `pi_misfit${checkout.slice(4)}`

/** What is refused is no matter: the ledger says what was spent. */
const spend = (shop: Shop, { seeded }: Buyer) =>
  ask(shop, { 'x-api-key': seeded.apiKey }, '/api/gen/image', {
    prompt: 'a mug on a table',
    n: 4,
    model: 'simulator/ok',
  })
