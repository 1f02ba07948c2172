// Proves that money is right whatever happens to it: thousands of payments at a double of Stripe, whose
// events come twice, in disorder, forged or not at all, and which are refunded and disputed, while apis and
// workers are killed. Each is granted exactly once, what goes back is taken back, what was spent meanwhile is
// a debt, and the ledger has no finding. With --bugs the defences are taken out one by one, and each must be
// missed.
// Run: pnpm probe:payments [--payments 10000] [--seed 1] [--small] [--bugs]. With --small half a minute.
import { flag, number } from '../../harness/arguments/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { type Check, print, printChecks, runCheck, startStopwatch } from '../../harness/report/index.ts'
import { bugs } from './bugs.ts'
import { drawStory } from './draw-story.ts'
import { judgeTrade, settle } from './judge-trade.ts'
import { killProcesses } from './kill-processes.ts'
import { ask, type Buyer, openShop, restartWith, type Shop } from './open-shop.ts'
import { tellStories } from './tell-stories.ts'

const FAULTS = { duplicate: 30, reorder: 30, reorderMs: 3_000, drop: 5, forge: 20 }
/** So many that a bug in what asks for them is noticed with few payments. */
const FAULTS_OF_BUGS = { ...FAULTS, reorderMs: 500, drop: 40 }
const BUYERS_OF_BUG = 6
const PAYMENTS_OF_BUG = 66
const NOTICED_MS = 12_000
/** The list of events is read at every tick: a long one takes some seconds. */
const tickSecondsOf = (payments: number): number => (payments > 1_000 ? 20 : 2)

const command = {
  name: 'pnpm probe:payments',
  options: {
    payments: number(10_000, 'payments', { least: 100, most: 1_000_000, small: 250 }),
    buyers: number(100, 'who pay them', { least: 6, most: 10_000, small: 9 }),
    wait: number(600, 'seconds until all of it must be settled', { least: 10, most: 7_200, small: 60 }),
    seed: number(1, 'the same payments again'),
    bugs: flag('also takes the defences out, one by one'),
    small: flag('fewer payments, for CI'),
  },
}

await runCheck(command, async ({ payments, buyers, wait, seed, bugs: injectsBugs }) => {
  const clock = startStopwatch()
  const more = injectsBugs ? (bugs.length + 1) * BUYERS_OF_BUG : 0
  const shop = await openShop(buyers + more, tickSecondsOf(payments))
  clock.print(`${shop.buyers.length} buyers are signed in`)
  const some = shop.buyers.slice(0, buyers)
  await shop.stripe.act('delivery', FAULTS)
  const killing = killProcesses(shop, seededRandom(seed, 'kills'))
  const stories = Array.from({ length: payments }, (_, at) => drawStory(seededRandom(seed, at), at, buyers))
  const trade = await tellStories(shop, stories, some)
  clock.print(`${payments} payments have begun, and what goes back is on its way`)
  const kills = await killing.stop()
  const isSettled = await settle(shop, trade, wait * 1_000)
  clock.print(`${kills} kills; everything is ${isSettled ? '' : 'not '}settled`)
  await printDeliveries(shop)
  const checks: Check[] = [
    { sentence: `${kills} times an api or a worker was killed`, failures: kills > 0 ? [] : ['none'] },
    { sentence: 'everything that was said has been applied', failures: isSettled ? [] : ['not in time'] },
    ...(await judgeTrade(shop, trade, some)),
    await judgeDebtors(shop, some),
    {
      sentence: 'the ledger and the debts have no finding',
      failures: await shop.system.admin('verify-ledger', '--without-heads').then(
        () => [],
        (error: Error) => [error.message],
      ),
    },
  ]
  if (injectsBugs) checks.push(...(await injectBugs(shop, buyers, { seed, wait })))
  await shop.db.end()
  return printChecks(checks)
})

async function printDeliveries({ stripe }: Shop): Promise<void> {
  const { deliveries } = await stripe.read<{ deliveries: Record<string, number> }>('counts')
  print(
    Object.entries(deliveries)
      .flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : []))
      .join(', '),
  )
}

/** A live submit of who owes is refused, at once and without a charge. */
async function judgeDebtors(shop: Shop, buyers: Buyer[]): Promise<Check> {
  const { rows } = await shop.db.query<{ user_id: string; debt: number }>(
    `select user_id, debt from credit_accounts where debt > 0 and user_id = any($1) limit 10`,
    [buyers.map(({ id }) => id)],
  )
  const failures: string[] = []
  for (const { user_id: id, debt } of rows) {
    const key = buyers.find((buyer) => buyer.id === id)?.seeded.apiKey ?? ''
    const body = { prompt: 'a mug', model: 'simulator/ok' }
    const answer = await ask(shop, { 'x-api-key': key }, '/api/gen/image', body)
    if (answer.status !== 402 || answer.body.debt !== debt) failures.push(`${id}: ${answer.text}`)
  }
  if (rows.length === 0) failures.push('nobody owes')
  return { sentence: `${rows.length} users who owe cannot order`, failures }
}

/**
 * Each with buyers of its own, so that what one bug left behind is no matter for the next. First without any:
 * what fails then would say nothing about a bug, and a bug is given the time that it took.
 */
async function injectBugs(shop: Shop, from: number, { seed, wait }: Limits): Promise<Check[]> {
  await shop.stripe.act('delivery', FAULTS_OF_BUGS)
  const buyersOf = (at: number) => {
    const first = from + at * BUYERS_OF_BUG
    return shop.buyers.slice(first, first + BUYERS_OF_BUG)
  }
  const rightOne = await tryWith(shop, buyersOf(0), { name: 'none', seed, waitMs: wait * 1_000 })
  const checks: Check[] = [{ sentence: 'with every defence nothing is wrong', failures: rightOne.wrong }]
  const waitMs = Math.max(NOTICED_MS, 1.5 * rightOne.tookMs)
  for (const [at, { name, mutations, isRefused }] of bugs.entries()) {
    await restartWith(shop, mutations)
    const { wrong, isSettled } = await tryWith(shop, buyersOf(at + 1), { name, seed, waitMs })
    print(`without this defence: ${name}: ${isSettled ? '' : 'not all applied; '}${wrong.join('; ')}`)
    const isNoticed = wrong.length > 0 || (isRefused && !isSettled)
    checks.push({ sentence: `noticed: ${name}`, failures: isNoticed ? [] : ['no check fails'] })
  }
  return checks
}

type Limits = { seed: number; wait: number }
type Try = { name: string; seed: number; waitMs: number }

/** Some payments, and the sentences that are not true after them. */
async function tryWith(shop: Shop, buyers: Buyer[], { name, seed, waitMs }: Try) {
  const stories = Array.from({ length: PAYMENTS_OF_BUG }, (_, story) =>
    drawStory(seededRandom(seed, name, story), story, BUYERS_OF_BUG),
  )
  const trade = await tellStories(shop, stories, buyers)
  const since = Date.now()
  const isSettled = await settle(shop, trade, waitMs)
  const tookMs = Date.now() - since
  const wrong = (await judgeTrade(shop, trade, buyers)).filter(({ failures }) => failures.length > 0)
  return { wrong: wrong.map(({ sentence }) => sentence), tookMs, isSettled }
}
