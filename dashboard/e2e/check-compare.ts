import type { Browser, Page } from 'playwright-core'
import { checkNoSidewaysScroll, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import type { Dev } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const phone = { theme: 'dark', language: 'en', width: 375 } as const

/** Two results are chosen on the wall, by keyboard and by touch, or from the page of one. */
export async function checkCompare(
  { check }: Checks,
  { baseUrl, owner, compared: [first] }: Dev & { compared: [string, string] },
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/studio')
  const tiles = page.getByRole('list', { name: 'Results, newest first' }).locator('[data-index]')

  await check('two results are chosen and compared by keyboard, and Back returns to the wall', async () => {
    await tiles.first().focus()
    await page.keyboard.press('x')
    await page.getByText('1 of 2 chosen.', { exact: false }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-index="1"]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.getByText('Two are chosen.').waitFor()
    await page.keyboard.press('c')
    await page.waitForURL('**/compare?first=med_**second=med_**')
    await page.getByText(/things? differs?\.|Nothing differs/).waitFor()
    await settle(page)
    const heights = await page
      .locator('.pair .stage')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights.length === 2 && heights[0] === heights[1], `the heights are ${heights.join(', ')}`)
    await page.goBack()
    await page.waitForURL('**/studio')
  })

  await check('the page of a result leads to a comparison, and that to an order', async () => {
    await page.goto(`${baseUrl}/studio/${first}`)
    await page.getByRole('link', { name: 'Compare', exact: true }).click()
    await page.getByRole('heading', { name: 'Choose the second one' }).waitFor()
    await settle(page)
    await page.locator('.others a').last().click()
    await page.waitForURL('**second=med_**')
    await page.getByText(/things? differs?\.|Nothing differs/).waitFor()
    await page.getByRole('heading', { name: 'Results of the ads' }).waitFor()
    await shoot(page, 'compare-chosen-1440-light')
    await page.getByRole('link', { name: 'Again with changes: B' }).click()
    await page.waitForURL('**/make?from=med_**')
    // It is filled in when the result is read.
    const prompt = page.getByLabel('Prompt', { exact: true })
    await expectSoon(async () => (await prompt.inputValue()) !== '', 'the prompt is not filled in')
  })
  const state = await context.storageState()
  await context.close()

  await check('on a phone two results are chosen by touch', async () => {
    const small = await openWindow(browser, phone, state)
    await small.page.goto(`${baseUrl}/studio`)
    await settle(small.page)
    await small.page.getByRole('button', { name: 'Compare two' }).tap()
    const places = small.page.locator('.tile [data-index]')
    await places.nth(0).tap()
    await places.nth(2).tap()
    await shoot(small.page, 'studio-choosing-375-dark')
    await checkNoSidewaysScroll(small.page)
    await small.page.getByRole('link', { name: 'Compare', exact: true }).tap()
    await small.page.waitForURL('**/compare?**')
    await small.context.close()
    complaints.push(...small.complaints)
  })
  await check('nothing complained about the comparison', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}
