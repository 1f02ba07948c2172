import type { Page } from 'playwright-core'
import { rotateKey } from './dialogs.ts'
import type { Act, Views } from './view.ts'

/** Walks the chain and waits for its verdict. */
const verify: Act = async (page, { creditsPage: words }) => {
  await page.getByRole('button', { name: words.verify, exact: true }).click()
  await page.locator('.banner.good, .banner.bad').waitFor()
}

const needsPassword: Act = async (page: Page, words) => {
  await rotateKey(page, words)
  await page.getByRole('button', { name: words.rotate.submit, exact: true }).click()
  await page.getByLabel(words.password.label, { exact: true }).waitFor()
}

/** Of a user of whom one entry was changed behind the service, and whose password is long ago. */
export const brokenViews: Views = {
  'credits-broken': { path: '/credits', act: verify },
  'connections-again': { path: '/connections', opened: { password: needsPassword } },
}
