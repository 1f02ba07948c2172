import { type CallApi, logIn, type SeededUser } from '../driver/index.ts'
import { makeKeys, setCeilings } from './make-keys.ts'
import { type Callers, makeOpenMedia, makePastMedia, readMade } from './make-media.ts'
import { makeShop } from './make-shop.ts'
import { openPast } from './open-past.ts'
import { patientCaller } from './patient-caller.ts'
import { HISTORY_DAYS, planJobs } from './plan-jobs.ts'
import { reportResults } from './report-results.ts'
import { moveMedia, moveShop } from './rewrite-rows.ts'

const SEED = 20_261_114
const DAY_MS = 86_400_000
/** One of so many jobs has become a picture. */
const LATEST = 3

type Demo = {
  baseUrl: string
  /** Of a superuser: the ledger shows another time while the past is ordered. */
  databaseUrl: string
  user: SeededUser
  signal: AbortSignal
  onStep: (name: string) => void
}

/**
 * Fills the account of a user as a month of work would: 100 media of three agents and the owner, results,
 * claims and notes. Everything is ordered through the interface, so pictures, ledger and knowledge are real;
 * only the clock of the ledger shows the past meanwhile, and the rows are moved to the times of their
 * charges. An account that has entries of today keeps their order: its media are of today, too. It may be
 * repeated.
 */
export async function fillDemo(demo: Demo): Promise<void> {
  const { baseUrl, user, signal, onStep } = demo
  const callerOf = (headers: Record<string, string>) => patientCaller(baseUrl, headers, signal)
  const began = new Date()
  const owner = callerOf(await logIn(baseUrl, user))
  onStep('keys')
  await setCeilings(owner, 'lifted')
  const { night, video, shop, trial } = await makeKeys(owner, user.apiKey)
  const agent = (secret: string) => callerOf({ 'x-api-key': secret })
  const callers: Callers = { night: agent(night), video: agent(video), shop: agent(shop), owner }
  onStep('100 media')
  const jobs = planJobs(began, SEED)
  const month = await makeMonth(demo, { callers, began, jobs })
  await tryOut(agent(trial))
  await setCeilings(owner, 'held')
  onStep('30 days of results')
  await reportResults(callers, month, SEED)
}

type Month = { callers: Callers; began: Date; jobs: ReturnType<typeof planJobs> }

/** What was ordered in the past, and then what is open now. */
async function makeMonth({ databaseUrl, user: { email }, onStep }: Demo, { callers, began, jobs }: Month) {
  const past = await openPast(databaseUrl)
  const ended = jobs.filter(({ end }) => end !== 'open')
  let ids: string[]
  let orders: Parameters<typeof makeOpenMedia>[1]
  try {
    onStep('products, characters and entry points')
    const shop = await makeShop(callers.night)
    orders = { callers, shop, email, seed: SEED }
    await moveShop(past, email, began, new Date(began.getTime() - HISTORY_DAYS * DAY_MS))
    ids = await makePastMedia(past, ended, orders)
    await moveMedia(past, email)
  } finally {
    await past.close()
  }
  await makeOpenMedia(
    jobs.filter(({ end }) => end === 'open'),
    orders,
  )
  const withAds = ids.filter((_, at) => ended[at]?.hasAd)
  return {
    advertised: await readMade(callers.night, withAds),
    latest: (await readMade(callers.night, ids.slice(-LATEST))).at(-1),
  }
}

/** What was tried with a test key. */
async function tryOut(call: CallApi): Promise<void> {
  for (const [at, prompt] of ['A mug in the morning light', 'A flask beside a tent at night'].entries())
    await call('POST', '/api/gen/image', { body: { prompt, clientRef: `demo-${SEED}-test-${at + 1}` } })
}
