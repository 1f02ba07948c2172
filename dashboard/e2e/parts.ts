import type { Browser, Page } from 'playwright-core'
import { checkAttach } from './check-attach.ts'
import { checkBars } from './check-bars.ts'
import { checkBilling } from './check-billing.ts'
import { checkChanges } from './check-changes.ts'
import { checkCompare } from './check-compare.ts'
import { checkConsent } from './check-consent.ts'
import { checkFactor } from './check-factor.ts'
import { checkFirstLoad } from './check-first-load.ts'
import { checkKeys } from './check-keys.ts'
import { checkKnowledge } from './check-knowledge.ts'
import { checkLooks } from './check-looks.ts'
import { checkOperator } from './check-operator.ts'
import { checkDay } from './check-pages.ts'
import { checkProducts } from './check-products.ts'
import { checkRefused } from './check-refused.ts'
import { checkRenditions } from './check-renditions.ts'
import { checkSession } from './check-session.ts'
import { checkSettings } from './check-settings.ts'
import { checkWayIn } from './check-way-in.ts'
import type { Checks } from './checks.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedResults } from './seed-results.ts'
import type { Dev } from './start-dev.ts'
import { walkBrokenLedger } from './walks/walk-broken-ledger.ts'
import { walkBuying } from './walks/walk-buying.ts'
import { walkByKeyboard } from './walks/walk-by-keyboard.ts'
import { walkDocuments } from './walks/walk-documents.ts'
import { walkFirstStart } from './walks/walk-first-start.ts'
import { walkMails } from './walks/walk-mails.ts'
import { walkOpenJobs } from './walks/walk-open-jobs.ts'
import { walkSearch } from './walks/walk-search.ts'
import { walkSecondUser } from './walks/walk-second-user.ts'

type Shoot = (page: Page, name: string) => Promise<void>
type Looked = Dev & { isWhole: boolean; shoot: Shoot }
type Known = Looked & Awaited<ReturnType<typeof seedKnowledge>>
type Run<Given> = (checks: Checks, given: Given, browser: Browser) => Promise<void>

/** `shoot` stands behind the browser in the older checks. */
const shot =
  <Given>(work: (checks: Checks, given: Given, browser: Browser, shoot: Shoot) => Promise<void>) =>
  (checks: Checks, given: Given & { shoot: Shoot }, browser: Browser) =>
    work(checks, given, browser, given.shoot)

/** On an account without a result. The first start comes first: it counts from the start of the system. */
const early: Record<string, Run<Looked>> = {
  'first-start': walkFirstStart,
  'first-load': checkFirstLoad,
  documents: walkDocuments,
  session: checkSession,
  keys: shot(checkKeys),
}

/** Results were made, and nothing was reported of them. */
const made: Record<string, Run<Looked>> = { day: shot(checkDay) }

/** Results were reported. In this order: one part erases an account, the last one takes a role away. */
const late: Record<string, Run<Known>> = {
  'second-user': walkSecondUser,
  search: walkSearch,
  'open-jobs': walkOpenJobs,
  buying: walkBuying,
  'broken-ledger': walkBrokenLedger,
  keyboard: walkByKeyboard,
  products: shot(checkProducts),
  attach: checkAttach,
  renditions: checkRenditions,
  // Not right after the day: it orders, too, and a minute has its limit.
  changes: checkChanges,
  knowledge: checkKnowledge,
  factor: shot(checkFactor),
  consent: shot(checkConsent),
  mails: walkMails,
  settings: checkSettings,
  refused: checkRefused,
  bars: checkBars,
  compare: shot(checkCompare),
  looks: shot(checkLooks),
  billing: shot(checkBilling),
  operator: shot(checkOperator),
  'way-in': shot(checkWayIn),
}

export const partNames = [early, made, late].flatMap(Object.keys)

/** Every part that is wanted, and only the seeds that these need. */
export async function runParts(checks: Checks, looked: Looked, browser: Browser): Promise<void> {
  const run = async <Given>(parts: Record<string, Run<Given>>, given: Given) => {
    for (const [name, work] of Object.entries(parts))
      await checks.part(name, () => work(checks, given, browser))
  }
  const isWanted = (parts: object) => Object.keys(parts).some(checks.isWanted)
  await run(early, looked)
  if (!isWanted(made) && !isWanted(late)) return
  await seedResults(looked)
  await run(made, looked)
  if (isWanted(late)) await run(late, { ...looked, ...(await seedKnowledge(looked)) })
}
