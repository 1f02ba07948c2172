// Drives the built dashboard of a real `pnpm dev` in Chromium: sign-in, the life of a key, an owner's day,
// products, knowledge and settings. Every page is looked at in two of eight looks: light or dark, English or
// Chinese, on a phone or a desk; with --all-looks in all of them.
// Run: pnpm test:dashboard [--all-looks] [--shots FOLDER]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { checkChanges } from './check-changes.ts'
import { checkCompare } from './check-compare.ts'
import { checkFirstLoad } from './check-first-load.ts'
import { checkKeys } from './check-keys.ts'
import { checkKnowledge } from './check-knowledge.ts'
import { checkDay, checkLooks } from './check-pages.ts'
import { checkProducts } from './check-products.ts'
import { checkSession } from './check-session.ts'
import { checkSettings } from './check-settings.ts'
import { newChecks } from './checks.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedResults } from './seed-results.ts'
import { startDev } from './start-dev.ts'

const { values } = parseArgs({
  options: { shots: { type: 'string' }, 'all-looks': { type: 'boolean', default: false } },
})

const checks = newChecks()
const dev = await startDev()
try {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    await checkFirstLoad(checks, dev, browser)
    await checkSession(checks, dev, browser)
    await checkKeys(checks, dev, browser, shoot)
    await seedResults(dev)
    await checkDay(checks, dev, browser, shoot)
    const known = { ...dev, ...(await seedKnowledge(dev)) }
    await checkProducts(checks, known, browser, shoot)
    // Not right after the day: it orders, too, and a minute has its limit.
    await checkChanges(checks, dev, browser)
    await checkKnowledge(checks, known, browser, shoot)
    await checkSettings(checks, dev, browser)
    await checkCompare(checks, known, browser, shoot)
    await checkLooks(checks, { ...known, isWhole: values['all-looks'] }, browser, shoot)
  } finally {
    await browser.close()
  }
} finally {
  await dev.stop()
}
process.exit(checks.finish())

async function shoot(page: Page, name: string): Promise<void> {
  if (!values.shots) return
  mkdirSync(values.shots, { recursive: true })
  await page.screenshot({ path: join(values.shots, `${name}.png`) })
}
