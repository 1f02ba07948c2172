// Drives the built dashboard of a real `pnpm dev` in Chromium: sign-in, the life of a key, an owner's day,
// products, knowledge, the second factor, consents, settings, the operator and the way in. Every page is
// looked at in two of eight looks: light or dark, English or Chinese, on a phone or a desk; what opens on a
// page in one of them. With --all-looks in all.
// Run: pnpm test:dashboard [--all-looks] [--shots FOLDER]
// Without checks: --sheets FOLDER draws every page in every state on contact sheets, with --only NAME,NAME
// some of the states: empty, one, waiting, refused, operator, way-in, factor, consent, long, many, broken.
// With --mocks FOLDER it puts the pages of these mocks beside ours, on the demo account. --pictures FOLDER
// takes the pictures that are committed (dashboard/screenshots), on the demo account, too.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
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
import { newChecks } from './checks.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedResults } from './seed-results.ts'
import { makeSheets } from './sheets/make-sheets.ts'
import { pairMocks } from './sheets/pair-mocks.ts'
import { takeNamed } from './sheets/take-named.ts'
import { startDev } from './start-dev.ts'
import { walkBrokenLedger } from './walks/walk-broken-ledger.ts'
import { walkBuying } from './walks/walk-buying.ts'
import { walkByKeyboard } from './walks/walk-by-keyboard.ts'
import { walkDocuments } from './walks/walk-documents.ts'
import { walkFirstStart } from './walks/walk-first-start.ts'
import { walkMails } from './walks/walk-mails.ts'
import { walkOpenJobs } from './walks/walk-open-jobs.ts'
import { walkSearch } from './walks/walk-search.ts'
import { walkSecondUser } from './walks/walk-second-user.ts'

const { values } = parseArgs({
  options: {
    shots: { type: 'string' },
    'all-looks': { type: 'boolean', default: false },
    sheets: { type: 'string' },
    only: { type: 'string', default: '' },
    mocks: { type: 'string' },
    pictures: { type: 'string' },
    documents: { type: 'boolean', default: false },
  },
})
if (values.mocks && !values.sheets) throw new Error('--mocks needs --sheets, the folder for the pictures')

const began = Date.now()
const checks = newChecks()
const dev = await startDev({ isDemo: (values.mocks ?? values.pictures) !== undefined })
try {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    if (values.documents) await walkDocuments(checks, dev, browser)
    else if (values.pictures) await takeNamed(dev, browser, values.pictures)
    else if (values.sheets && values.mocks) await pairMocks(dev, browser, values.sheets, values.mocks)
    else if (values.sheets)
      await makeSheets(dev, browser, {
        folder: values.sheets,
        only: values.only.split(',').filter((name) => name !== ''),
      })
    else await runChecks(browser)
  } finally {
    await browser.close()
  }
} finally {
  await dev.stop()
}
console.log(`     after ${((Date.now() - began) / 1_000).toFixed(0)} s`)
process.exit(checks.finish())

async function runChecks(browser: Browser): Promise<void> {
  const looked = { ...dev, isWhole: values['all-looks'] }
  // First: it counts from the start of the system.
  await walkFirstStart(checks, dev, browser)
  await checkFirstLoad(checks, dev, browser)
  await walkDocuments(checks, dev, browser)
  await checkSession(checks, dev, browser)
  await checkKeys(checks, dev, browser, shoot)
  await seedResults(dev)
  await checkDay(checks, dev, browser, shoot)
  const known = { ...dev, ...(await seedKnowledge(dev)) }
  await walkSecondUser(checks, known, browser)
  await walkSearch(checks, known, browser)
  await walkOpenJobs(checks, dev, browser)
  await walkBuying(checks, dev, browser)
  await walkBrokenLedger(checks, { ...looked, shoot }, browser)
  await walkByKeyboard(checks, dev, browser)
  await checkProducts(checks, known, browser, shoot)
  await checkAttach(checks, known, browser)
  await checkRenditions(checks, known, browser)
  // Not right after the day: it orders, too, and a minute has its limit.
  await checkChanges(checks, dev, browser)
  await checkKnowledge(checks, known, browser)
  await checkFactor(checks, dev, browser, shoot)
  await checkConsent(checks, looked, browser, shoot)
  // Before the account of its owner is erased.
  await walkMails(checks, dev, browser)
  await checkSettings(checks, dev, browser)
  await checkRefused(checks, dev, browser)
  await checkBars(checks, dev, browser)
  await checkCompare(checks, known, browser, shoot)
  await checkLooks(checks, { ...known, ...looked }, browser, shoot)
  await checkBilling(checks, looked, browser, shoot)
  await checkOperator(checks, looked, browser, shoot)
  // Last: it takes the role of the admin away.
  await checkWayIn(checks, looked, browser, shoot)
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!values.shots) return
  mkdirSync(values.shots, { recursive: true })
  await page.screenshot({ path: join(values.shots, `${name}.png`) })
}
