import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type SoldPack, type StripeDouble, startStripe } from '../../harness/doubles/index.ts'
import { findFreePorts } from '../../harness/processes/index.ts'
import { openSession, type Visitor } from '../open-session.ts'
import { type TestSystem, useSystem } from '../use-system.ts'

export type Shop = {
  system: () => TestSystem
  stripe: StripeDouble
  /** Starts to buy a pack, as the dashboard does. Returns the checkout and its session at Stripe. */
  start(buyer: Visitor, body?: object): Promise<{ checkout: string; session: string }>
  /** Starts to buy a pack and pays. Returns the payment intent. */
  buy(buyer: Visitor, body?: object): Promise<string>
  newBuyer(): Promise<Visitor & { apiKey: string }>
}

/** A system that sells credits through a double of Stripe, for one test file. */
export async function openShop(settings: Record<string, string> = {}, packs?: SoldPack[]): Promise<Shop> {
  const [port = 0] = await findFreePorts(1)
  const dir = mkdtempSync(join(tmpdir(), 'atelier-shop-'))
  const stripe = await startStripe({ dir, apiUrl: `http://127.0.0.1:${port}`, ...(packs && { packs }) })
  afterAll(() => stripe.stop())
  const system = useSystem({ PORT: String(port), ...stripe.env, ...settings })
  const start: Shop['start'] = async ({ headers }, body = {}) => {
    const { call } = system()
    const answer = await call('POST', '/api/account/checkouts', {
      headers,
      body: { packId: 'small', ...body },
    })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return { checkout: answer.body.checkout.id, session: answer.body.checkout.url.split('/').at(-1) }
  }
  return {
    system,
    stripe,
    start,
    async buy(buyer, body) {
      const { session } = await start(buyer, body)
      return (await stripe.act('pay', { session })).id
    },
    async newBuyer() {
      const { app, call } = system()
      const visitor = await openSession(app.db)
      const { body } = await call('POST', '/api/account/keys', {
        headers: visitor.headers,
        body: { name: 'k' },
      })
      return { ...visitor, apiKey: body.secret }
    },
  }
}

export type BillingNow = {
  balance: number
  debt: number
  hasCard: boolean
  topUp: { on: boolean; stopped: string | null; spentThisMonth: number; currency: string | null }
  lowBalance: { isLow: boolean; since: string | null }
}

export const billingOf = async ({ system }: Shop, { headers }: Visitor): Promise<BillingNow> =>
  (await system().call('GET', '/api/account/billing', { headers })).body.billing

/** The entries of a ledger, oldest first, as `reason amount`. */
export async function ledgerOf({ system }: Shop, { id }: Visitor): Promise<string[]> {
  const entries = await system().entries({ id, apiKey: '', keyId: '' })
  return entries.map(({ reason, amount }) => `${reason} ${amount}`)
}

/** Every stored event has been applied. */
export async function areApplied({ system }: Shop): Promise<boolean> {
  const row = await system().app.db.row(`select from payment_events where applied_at is null limit 1`)
  return row === undefined
}
