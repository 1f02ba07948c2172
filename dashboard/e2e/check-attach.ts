import type { Browser } from 'playwright-core'
import { checkAccess, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import type { Dev } from './start-dev.ts'

type Seeded = { productId: string; compared: [string, string] }

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const OTHER = 'Blue flask'

/** A result is added to a second product; the Studio is filtered by entry point and by model. */
export async function checkAttach(
  { check }: Checks,
  { baseUrl, owner, productId, compared: [id] }: Dev & Seeded,
  browser: Browser,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, `/studio/${id}`)
  const tiles = page.locator('.tile')

  await check('a result is added to the library of another product, which then shows it', async () => {
    await settle(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add to a product' }).click()
    const product = page.getByRole('dialog').getByLabel('Product', { exact: true })
    await product.selectOption({ label: OTHER })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added. The library now has 1 result:').waitFor()
    await checkAccess(page)
    await page.getByRole('link', { name: OTHER }).click()
    await page.waitForURL('**/products/prd_**tab=library**')
    await expectSoon(async () => (await tiles.count()) === 1, 'the library does not show one result')
  })

  await check('the Studio shows what was made for one entry point, and by one model', async () => {
    await page.goto(`${baseUrl}/studio?product=${productId}`)
    await settle(page)
    const all = await tiles.count()
    await page.getByRole('button', { name: 'Entry point', exact: true }).click()
    await page.getByRole('menuitemradio').nth(1).click()
    await page.waitForURL('**point=cep_**')
    await expectSoon(async () => (await tiles.count()) < all, `all ${all} tiles are for one entry point`)
    await page.goto(`${baseUrl}/studio`)
    await settle(page)
    await page.getByRole('button', { name: 'Model', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'simulator/fail', exact: true }).click()
    await page.waitForURL('**model=simulator**')
    await expectSoon(async () => (await tiles.count()) === 1, 'one job was sent to this model')
    await page.getByText('The generator failed').first().waitFor()
  })
  await context.close()
  await check('nothing complained about what was added and filtered', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}
