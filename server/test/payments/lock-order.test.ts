import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settleOnce } from '../../src/access/payments/apply-events.ts'
import type { Cashier } from '../../src/access/payments/cashier.ts'
import { keepNews } from '../../src/access/payments/payment-event.ts'
import { startTopUps } from '../../src/access/payments/top-up.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { type Fact, openStripe, type Stripe } from '../../src/platform/stripe/index.ts'
import { openSession } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

/** Its worker sells nothing, so nobody but the test works on payments here. */
const system = useSystem()
const WAIT = { timeout: 10_000, interval: 20 }
const PACK = { id: 'small', name: 'Small', credits: 10_000, amount: 1_000, currency: 'usd' }

const dir = mkdtempSync(join(tmpdir(), 'atelier-locks-'))
const fileOf = (name: string, text: string) => {
  writeFileSync(join(dir, name), text, { mode: 0o600 })
  return join(dir, name)
}
const stripe = openStripe({
  secretKeyFile: fileOf('key', 'sk_test_nobody0000'),
  webhookSecretFile: fileOf('secret', 'whsec_nobody0000'),
  packsFile: fileOf('packs.json', JSON.stringify({ packs: [PACK] })),
  apiUrl: 'http://127.0.0.1:9',
  isProduction: false,
}) as Stripe

/** `runs`: how often work was begun. A transaction that was ended because of a deadlock is begun again. */
function newCashier(): Cashier & { runs(): number } {
  const { app } = system()
  let count = 0
  const transaction: Cashier['db']['transaction'] = (work, options) =>
    app.db.transaction((tx) => {
      count++
      return work(tx)
    }, options)
  return { ...app, stripe, db: { ...app.db, transaction }, runs: () => count }
}

async function newOwner() {
  const { db } = system().app
  const { id } = await openSession(db)
  await db.row(
    `insert into billing_settings (user_id, customer_id, payment_method_id, top_up_on, top_up_pack_id,
       top_up_below_credits, top_up_ceiling, top_up_currency)
     values ($1, 'cus_1', 'pm_1', true, 'small', 5000, 5000, 'usd')`,
    [id],
  )
  return id
}

/** A checkout that is open, and what Stripe says when it is paid. */
async function openCheckout(userId: string, kind: 'page' | 'top_up') {
  const [checkoutId, intentId] = [newId('checkout'), `pi_${randomBytes(8).toString('hex')}`]
  await system().app.db.row(
    `insert into checkouts (id, user_id, kind, pack_id, credits, amount, currency, is_live)
     values ($1, $2, $3, 'small', 10000, 1000, 'usd', false)`,
    [checkoutId, userId, kind],
  )
  const { amount, currency } = PACK
  const paid = { kind: 'paid', checkoutId, intentId, amount, currency } as const
  return { intentId, paid: { ...paid, customerId: 'cus_1', keptMethodId: null } }
}

const tell = (subject: string, fact: Fact) =>
  keepNews(system().app.db, [
    { id: newId('checkout'), type: 'told', isLive: false, createdAt: new Date(), subject, fact },
  ])

/** Begins each work when those before it wait for a lock; all wait for the settings of the owner. */
async function meet(userId: string, works: (() => Promise<unknown>)[]): Promise<void> {
  const { db } = system().app
  const holder = await db.connect()
  const isWaiting = async () =>
    (
      await db.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length
  try {
    await holder.query('begin')
    await holder.query('select from billing_settings where user_id = $1 for update', [userId])
    const under: Promise<unknown>[] = []
    for (const work of works) {
      under.push(work())
      await expect.poll(isWaiting, WAIT).toBe(under.length)
    }
    await holder.query('commit')
    await Promise.all(under)
  } finally {
    await holder.end()
  }
}

test('a refund of one payment and the arrival of another do not wait for each other', async () => {
  const userId = await newOwner()
  const cashier = newCashier()
  const [first, second] = [await openCheckout(userId, 'page'), await openCheckout(userId, 'page')]
  await tell(first.intentId, first.paid)
  await settleOnce(cashier, first.intentId)
  await tell(first.intentId, first.paid)
  const { intentId } = first
  const refund = { id: 're_1', intentId, amount: 1_000, status: 'succeeded', stage: 1, isCounted: true }
  await tell(intentId, { kind: 'refund', ...refund })
  await tell(second.intentId, second.paid)
  const before = cashier.runs()
  await meet(userId, [() => settleOnce(cashier, intentId), () => settleOnce(cashier, second.intentId)])
  expect(cashier.runs() - before).toBe(2)
  const { db } = system().app
  const payments = await db.rows<{ reversed: number }>(
    `select reversed_credits as reversed from payments where user_id = $1 order by reversed_credits`,
    [userId],
  )
  expect(payments.map(({ reversed }) => reversed)).toEqual([0, 10_000])
})

test('a top-up that is paid and the next look at the balance do not wait for each other', async () => {
  const userId = await newOwner()
  const cashier = newCashier()
  const { intentId, paid } = await openCheckout(userId, 'top_up')
  await tell(intentId, paid)
  await meet(userId, [() => startTopUps(cashier), () => settleOnce(cashier, intentId)])
  expect(cashier.runs()).toBe(2)
  const checkouts = await system().app.db.rows<{ state: string }>(
    `select state from checkouts where user_id = $1`,
    [userId],
  )
  expect(checkouts).toEqual([{ state: 'paid' }])
})
