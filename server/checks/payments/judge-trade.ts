import { waitUntil } from '../../harness/processes/index.ts'
import type { Check } from '../../harness/report/index.ts'
import type { Buyer, Shop } from './open-shop.ts'
import type { Told, Trade } from './tell-stories.ts'

const PACK_CREDITS = { small: 10_000, large: 120_000 } as const

type Refund = { payment_intent: string; amount: number; status: string }
type State = {
  refunds: Refund[]
  disputes: Refund[]
  deliveries: { waiting: number; forged: number; forgedAccepted: number; duplicated: number; held: number }
}

/** Waits until nothing is on its way any more; what is still wrong then is found by the judgement. */
export async function settle(shop: Shop, { told }: Trade, withinMs: number): Promise<boolean> {
  const { db, stripe } = shop
  const intents = told.flatMap(({ intent }) => intent ?? [])
  const users = [...new Set(told.map(({ user }) => user))]
  const isSettled = async () => {
    if ((await stripe.read<State>('counts')).deliveries.waiting > 0) return false
    const { rows } = await db.query<{ paid: number; left: number; uncollected: number; jobs: number }>(
      `select (select count(*) from payments where intent_id = any($1))::int as paid,
         (select count(*) from payment_events e where applied_at is null and subject = any($1))::int as left,
         (select count(*) from credit_accounts where balance > 0 and debt > 0)::int as uncollected,
         (select count(*) from media where status in ('queued', 'processing')
            and user_id = any($2))::int as jobs`,
      [intents, users],
    )
    const [row] = rows
    return row?.paid === intents.length && row.left === 0 && row.uncollected === 0 && row.jobs === 0
  }
  // Lists of events are read at every tick: what was dropped is found twice as late as that.
  return waitUntil('payments are settled', isSettled, { withinMs, everyMs: 250 }).then(
    () => true,
    () => false,
  )
}

/** Compares what is in the database with what the double knows and what was ordered. */
export async function judgeTrade(shop: Shop, trade: Trade, buyers: Buyer[]): Promise<Check[]> {
  const state = await shop.stripe.read<State>('state')
  const expected = new Map<string, number>()
  for (const told of trade.told) if (told.intent) expected.set(told.intent, reversedOf(told, state))
  return [
    await judgeGrants(shop, trade, buyers),
    await judgeReturns(shop, trade, expected),
    await judgeBalances(shop, trade, { buyers, expected }),
    await judgeMisfits(shop, trade),
    {
      sentence: `${state.deliveries.forged} forged events were refused`,
      failures: state.deliveries.forgedAccepted > 0 ? [`${state.deliveries.forgedAccepted} accepted`] : [],
    },
  ]
}

/** From the double alone: what went back of a payment, as a part of its credits. */
function reversedOf({ intent, price, packId }: Told, { refunds, disputes }: State): number {
  const sum = (some: Refund[], isBack: (status: string) => boolean) =>
    some
      .filter((one) => one.payment_intent === intent && isBack(one.status))
      .reduce((all, { amount }) => all + amount, 0)
  const back = sum(refunds, (status) => status !== 'failed') + sum(disputes, (status) => status !== 'won')
  return Math.floor((PACK_CREDITS[packId] * Math.min(price, back)) / price)
}

/** One payment, one grant and one entry for each intent that was paid, and no other. */
async function judgeGrants({ db }: Shop, { told }: Trade, buyers: Buyer[]): Promise<Check> {
  const { rows } = await db.query<{ user_id: string; intent: string; credits: number; entries: number }>(
    `select g.user_id, g.external_ref as intent, g.amount as credits, count(e.id)::int as entries
     from credit_grants g left join ledger_entries e on e.ref_id = g.id and e.amount = g.amount
     where g.kind = 'purchase' and g.user_id = any($1) group by g.id`,
    [buyers.map(({ id }) => id)],
  )
  const granted = Map.groupBy(rows, ({ intent }) => intent)
  const paid = told.filter(({ intent }) => intent !== undefined)
  const failures = paid.flatMap(({ intent = '', user, packId }) => {
    const [one, ...more] = granted.get(intent) ?? []
    granted.delete(intent)
    const isRight = one?.user_id === user && one.credits === PACK_CREDITS[packId] && one.entries === 1
    return isRight && more.length === 0 ? [] : [`${intent}: ${JSON.stringify([one ?? 'nothing', ...more])}`]
  })
  failures.push(...[...granted.keys()].map((intent) => `${intent} was granted and not paid`))
  return { sentence: `${paid.length} payments are granted exactly once each`, failures }
}

async function judgeReturns({ db }: Shop, { told }: Trade, expected: Map<string, number>): Promise<Check> {
  const { rows } = await db.query<{ intent_id: string; reversed_credits: number }>(
    `select intent_id, reversed_credits from payments where intent_id = any($1)`,
    [told.map(({ intent }) => intent)],
  )
  const found = new Map(rows.map((row) => [row.intent_id, row.reversed_credits]))
  const returned = [...expected].filter(([, credits]) => credits > 0).length
  const failures = [...expected].flatMap(([intent, credits]) =>
    found.get(intent) === credits ? [] : [`${intent}: ${found.get(intent)} reversed, not ${credits}`],
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
      .reduce((sum, one) => sum + PACK_CREDITS[one.packId] - (expected.get(one.intent ?? '') ?? 0), -spent)
    const isRight = balance === Math.max(0, left) && debt === Math.max(0, -left)
    return isRight ? [] : [`${user}: balance ${balance} and debt ${debt}, where ${left} are left`]
  })
  const owing = rows.filter(({ debt }) => debt > 0).length
  return { sentence: `${rows.length} balances are right, ${owing} of them debts`, failures }
}

async function judgeMisfits({ db }: Shop, { misfits }: Trade): Promise<Check> {
  const { rows } = await db.query<{ id: string; outcome: string | null }>(
    `select id, outcome from payment_events where id = any($1)`,
    [misfits.map(({ event }) => event)],
  )
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  const failures = misfits.flatMap(({ event, why }) =>
    outcomes.get(event)?.startsWith('refused') ? [] : [`${why}: ${outcomes.get(event)}`],
  )
  return { sentence: `${misfits.length} payments that nobody asked for are refused and told`, failures }
}
