import type { Browser, Page } from 'playwright-core'
import { checkIdsCopy, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import { lookAtPages } from './look-at-pages.ts'
import type { Dev } from './start-dev.ts'
import { billingViews, fillBilling, paymentViews } from './views/billing-views.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const NOTHING_SOLD = { error: 'No endpoint.', code: 'not_found', charged: 'none', requestId: 'req_1' }

type Looked = Dev & { isWhole: boolean }
type Shoot = (page: Page, name: string) => Promise<void>

/** The page Billing where nothing is sold, where everything happened, and what an admin sees of it. */
export async function checkBilling(
  checks: Checks,
  dev: Looked,
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const { check } = checks
  const { baseUrl, second } = dev
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, second, '/credits')

  await check('where nothing is sold, there is no page and no entry', async () => {
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    await page.route('**/api/account/billing', (route) => route.fulfill({ status: 404, json: NOTHING_SOLD }))
    await page.goto(`${baseUrl}/billing`)
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('link', { name: 'Connections' }).waitFor()
    await settle(page)
    expect((await page.getByRole('link', { name: 'Billing' }).count()) === 0, 'the side bar shows it')
    await page.unroute('**/api/account/billing')
  })

  await fillBilling(dev, second.email)
  await check('a thousand receipts are read page by page, each once', async () => {
    await page.goto(`${baseUrl}/billing`)
    await settle(page)
    const older = page.getByRole('button', { name: 'Older payments' })
    const rows = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
    for (let pages = 1; (await older.count()) > 0; pages++) {
      await expectSoon(async () => (await rows.count()) >= 100 * pages, `page ${pages} is not there`)
      await older.click()
      await settle(page)
    }
    expect((await rows.count()) >= 1_000, `${await rows.count()} receipts`)
  })
  const session = await context.storageState()
  await context.close()
  const looked = { baseUrl, isWhole: dev.isWhole, shoot }
  await lookAtPages(checks, { ...looked, views: billingViews, session, also: checkIdsCopy }, browser)

  const admin = await openWindow(browser, desk)
  await signIn(admin.page, baseUrl, dev.admin, '/operator?tab=payments')
  await check('an admin sees all payments, who owes, and what was not understood', async () => {
    await admin.page.getByText('900 was paid, and the price was 1000').first().waitFor()
    await admin.page.getByText('3,200 credits', { exact: true }).waitFor()
    await admin.page.getByText('Dispute lost').first().waitFor()
  })
  const ofAdmin = await admin.context.storageState()
  await admin.context.close()
  await lookAtPages(checks, { ...looked, views: paymentViews, session: ofAdmin }, browser)
}
