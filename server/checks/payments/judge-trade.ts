import { waitUntil } from '../../harness/processes/index.ts'
import type { Check } from '../../harness/report/index.ts'
import type { Buyer, Shop } from './open-shop.ts'
import { misfitOf, type Told, type Trade } from './tell-stories.ts'

const PACK_CREDITS = { small: 10_000, large: 120_000 } as const

type Refund = { payment_intent: string; amount: number; status: string }
type State = {
  refunds: Refund[]
  disputes: Refund[]
  deliveries: { waiting: number; forged: number; forgedAccepted: number; duplicated: number; held: number }
}

/** Waits until nothing is on its way any more; what is still wrong then is found by the judgement. */
export async function settle(shop: Shop, trade: Trade, withinMs: number): Promise<boolean> {
  const { db, stripe } = shop
  const intents = trade.told.flatMap(({ intent }) => intent ?? [])
  const subjects = [...intents, ...trade.misfits.map(({ intent }) => intent)]
  const users = [...new Set(trade.told.map(({ user }) => user))]
  const isSettled = async () => {
    if ((await stripe.read<State>('counts')).deliveries.waiting > 0) return false
    const { rows } = await db.query<{ heard: number; left: number; uncollected: number; jobs: number }>(
      `select (select count(distinct subject) from payment_events
           where fact ->> 'kind' = 'paid' and subject = any($1))::int as heard,
         (select count(*) from payment_events e where applied_at is null and subject = any($1))::int as left,
         (select count(*) from credit_accounts where balance > 0 and debt > 0)::int as uncollected,
         (select count(*) from media where status in ('queued', 'processing')
            and user_id = any($2))::int as jobs`,
      [subjects, users],
    )
    const [row] = rows
    if (row?.heard !== subjects.length || row.left + row.uncollected + row.jobs > 0) return false
    return (await judgeReturns(shop, trade, await readExpected(shop, trade))).failures.length === 0
  }
  // Lists of events are read at every tick: what was dropped is found twice as late as that.
  return waitUntil('payments are settled', isSettled, { withinMs, everyMs: 500 }).then(
    () => true,
    () => false,
  )
}

/** Compares what is in the database with what the double knows and what was ordered. */
export async function judgeTrade(shop: Shop, trade: Trade, buyers: Buyer[]): Promise<Check[]> {
  const { deliveries } = await shop.stripe.read<State>('counts')
  const forged = deliveries.forgedAccepted - trade.forgedBefore
  const expected = await readExpected(shop, trade)
  return [
    await judgeGrants(shop, trade, buyers),
    await judgeReturns(shop, trade, expected),
    await judgeBalances(shop, trade, { buyers, expected }),
    await judgeMisfits(shop, trade),
    {
      sentence: `${deliveries.forged} forged events were refused`,
      failures: forged > 0 ? [`${forged} accepted`] : [],
    },
  ]
}

/** Of each checkout that was paid, the credits that its money took back with it. */
async function readExpected({ stripe }: Shop, { told }: Trade): Promise<Map<string, number>> {
  const { refunds, disputes } = await stripe.read<State>('state')
  const of = (returns: Refund[]) => Map.groupBy(returns, (one) => one.payment_intent)
  const back = { refunds: of(refunds), disputes: of(disputes) }
  return new Map(told.flatMap((one) => (one.intent ? [[one.checkout, reversedOf(one, back)] as const] : [])))
}

type Back = Record<'refunds' | 'disputes', Map<string, Refund[]>>

/** From the double alone: what went back of a payment, as a part of its credits. */
function reversedOf({ intent = '', price, packId }: Told, { refunds, disputes }: Back): number {
  const sum = (some: Refund[] | undefined, isBack: (status: string) => boolean) =>
    (some ?? []).filter(({ status }) => isBack(status)).reduce((all, { amount }) => all + amount, 0)
  const back =
    sum(refunds.get(intent), (status) => status !== 'failed') +
    sum(disputes.get(intent), (status) => status !== 'won')
  return Math.floor((PACK_CREDITS[packId] * Math.min(price, back)) / price)
}

/** Whichever of two payments of one checkout is heard of first is the one that is granted. */
const intentsOf = ({ intent = '', ending, checkout }: Told): string[] =>
  ending === 'paid twice' ? [intent, misfitOf(checkout)] : [intent]

/** One payment, one grant and one entry for each checkout that was paid, and no other. */
async function judgeGrants({ db }: Shop, { told }: Trade, buyers: Buyer[]): Promise<Check> {
  const { rows } = await db.query<{ user_id: string; intent: string; credits: number; entries: number }>(
    `select g.user_id, g.external_ref as intent, g.amount as credits, count(e.id)::int as entries
     from credit_grants g left join ledger_entries e on e.ref_id = g.id and e.amount = g.amount
     where g.kind = 'purchase' and g.user_id = any($1) group by g.id`,
    [buyers.map(({ id }) => id)],
  )
  const granted = Map.groupBy(rows, ({ intent }) => intent)
  const paid = told.filter(({ intent }) => intent !== undefined)
  const failures = paid.flatMap((one) => {
    const found = intentsOf(one).flatMap((intent) => granted.get(intent) ?? [])
    for (const intent of intentsOf(one)) granted.delete(intent)
    const [grant, ...more] = found
    const isRight =
      grant?.user_id === one.user && grant.credits === PACK_CREDITS[one.packId] && grant.entries === 1
    return isRight && more.length === 0 ? [] : [`${one.intent}: ${JSON.stringify(found)}`]
  })
  failures.push(...[...granted.keys()].map((intent) => `${intent} was granted and not paid`))
  return { sentence: `${paid.length} payments are granted exactly once each`, failures }
}

async function judgeReturns({ db }: Shop, { told }: Trade, expected: Map<string, number>): Promise<Check> {
  const { rows } = await db.query<{ checkout_id: string; reversed_credits: number }>(
    `select checkout_id, reversed_credits from payments where checkout_id = any($1)`,
    [told.map(({ checkout }) => checkout)],
  )
  const found = new Map(rows.map((row) => [row.checkout_id, row.reversed_credits]))
  const returned = [...expected].filter(([, credits]) => credits > 0).length
  const failures = [...expected].flatMap(([checkout, credits]) =>
    found.get(checkout) === credits ? [] : [`${checkout}: ${found.get(checkout)} reversed, not ${credits}`],
  )
  return { sentence: `${returned} payments are returned as far as the double says`, failures }
}

type Expected = { buyers: Buyer[]; expected: Map<string, number> }

/** The balance is what was bought, less what went back and what was spent; below zero it is a debt. */
async function judgeBalances({ db }: Shop, { told }: Trade, { buyers, expected }: Expected): Promise<Check> {
  const { rows } = await db.query<{ user_id: string; balance: number; debt: number; spent: number }>(
    `select a.user_id, a.balance, a.debt,
       coalesce((select -sum(e.amount) from ledger_entries e where e.user_id = a.user_id and e.mode = 'live'
         and e.kind in ('charge', 'refund')), 0)::int as spent
     from credit_accounts a where a.mode = 'live' and a.user_id = any($1)`,
    [buyers.map(({ id }) => id)],
  )
  const failures = rows.flatMap(({ user_id: user, balance, debt, spent }) => {
    const left = told
      .filter((one) => one.user === user && one.intent !== undefined)
      .reduce((sum, one) => sum + PACK_CREDITS[one.packId] - (expected.get(one.checkout) ?? 0), -spent)
    const isRight = balance === Math.max(0, left) && debt === Math.max(0, -left)
    return isRight ? [] : [`${user}: balance ${balance} and debt ${debt}, where ${left} are left`]
  })
  const owing = rows.filter(({ debt }) => debt > 0).length
  return { sentence: `${rows.length} balances are right, ${owing} of them debts`, failures }
}

/** Money that bought nothing is told as refused: of two payments of one checkout, the later one. */
async function judgeMisfits({ db }: Shop, { told, misfits }: Trade): Promise<Check> {
  const twice = told.filter(({ ending }) => ending === 'paid twice')
  const subjects = [...misfits, ...twice].map(({ intent = '' }) => intent)
  const { rows } = await db.query<{ subject: string; is_granted: boolean; is_refused: boolean }>(
    `select e.subject, bool_or(p.id is not null) as is_granted,
       bool_or(e.outcome like 'refused%') as is_refused
     from payment_events e left join payments p on p.intent_id = e.subject
     where e.subject = any($1) group by e.subject`,
    [subjects],
  )
  const states = new Map(rows.map((row) => [row.subject, row]))
  const failures = subjects.flatMap((subject) => {
    const { is_granted: isGranted, is_refused: isRefused } = states.get(subject) ?? {}
    return isRefused !== undefined && isGranted !== isRefused ? [] : [`${subject}: not told as refused`]
  })
  return { sentence: `${misfits.length} payments that nobody asked for are refused and told`, failures }
}
