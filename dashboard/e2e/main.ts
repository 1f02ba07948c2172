// Drives the built dashboard of a real `pnpm dev` in Chromium: sign-in, the life of a key, every page in light
// and dark, English and Chinese, on a phone and a desk. Run: pnpm test:dashboard [--shots FOLDER]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { checkAccess, checkNoSidewaysScroll, looks, nameOf, openWindow, settle } from './browse.ts'
import { checkFirstLoad } from './check-first-load.ts'
import { checkKeys } from './check-keys.ts'
import { checkSession, signIn } from './check-session.ts'
import { newChecks } from './checks.ts'
import { type Dev, startDev } from './start-dev.ts'

const { values } = parseArgs({ options: { shots: { type: 'string' } } })
const pages = ['connections', 'settings'] as const

const checks = newChecks()
const dev = await startDev()
try {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    await checkFirstLoad(checks, dev, browser)
    await checkSession(checks, dev, browser)
    await checkKeys(checks, dev, browser, shoot)
    await checkLooks(dev, browser)
  } finally {
    await browser.close()
  }
} finally {
  await dev.stop()
}
process.exit(checks.finish())

/** Each page in each look: no violation, no sideways scroll, a silent console. */
async function checkLooks({ baseUrl, owner }: Dev, browser: Browser): Promise<void> {
  const first = await openWindow(browser, { theme: 'light', language: 'en', width: 1440 })
  await signIn(first.page, baseUrl, owner)
  const state = await first.context.storageState()
  await first.context.close()
  for (const look of looks) {
    const { context, page, complaints } = await openWindow(browser, look, state)
    for (const name of pages) {
      await checks.check(`${name} ${nameOf(look)}`, async () => {
        await page.goto(`${baseUrl}/${name === ('home' as string) ? '' : name}`)
        await settle(page)
        await shoot(page, `${name}-${nameOf(look)}`)
        await checkNoSidewaysScroll(page)
        await checkAccess(page)
        if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'))
      })
    }
    await context.close()
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!values.shots) return
  mkdirSync(values.shots, { recursive: true })
  await page.screenshot({ path: join(values.shots, `${name}.png`) })
}
