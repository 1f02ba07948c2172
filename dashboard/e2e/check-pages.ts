import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import type { Dev } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>

const LOST = 'The mug after a lost answer'
const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** Orders by hand, reads the result, verifies the ledger: what an owner does on a day. */
export async function checkDay(
  { check }: Checks,
  { baseUrl, owner }: Dev,
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/make')
  let place = ''

  await check('an order has its price on the button, and is paid once for two presses', async () => {
    await page.getByLabel('Prompt', { exact: true }).fill('The mug in the rain, yellow flask beside it')
    const button = page.getByRole('button', { name: /Make · 400 credits/ })
    await button.waitFor()
    await shoot(page, 'make-filled-1440-light')
    await button.dblclick()
    await page.waitForURL('**/studio/med_**')
    place = new URL(page.url()).pathname
    await page.getByText('400 credits, charged once.').waitFor({ timeout: 30_000 })
    expect((await countJobs(baseUrl, owner, 'The mug in the rain')) === 1, 'it was made more than once')
  })

  await check('a lost answer keeps the name of its order, also through a refusal', async () => {
    await loseAnswer(page, baseUrl)
    expect((await countJobs(baseUrl, owner, LOST)) === 1, 'it was made more than once')
  })
  complaints.length = 0

  await check('the wall leads to a picture and back, also by keyboard', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL('**/studio')
    await settle(page)
    const tiles = page.getByRole('list', { name: 'Results, newest first' }).getByRole('link')
    await expectSoon(async () => (await tiles.count()) >= 8, 'there are fewer than 8 tiles')
    await tiles.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('[data-index="1"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/studio/med_**')
    await page.goBack()
    await page.waitForURL('**/studio')
  })

  await check('a result opens by its id from the search', async () => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill(place.split('/').at(-1) ?? '')
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${place}`)
  })

  await check('the test mode has a balance of its own and is in the address', async () => {
    await page.goto(`${baseUrl}/credits`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.waitForURL('**mode=test**')
    await page.getByText('1,000,000').first().waitFor()
    await page.getByRole('link', { name: 'Studio' }).click()
    await page.waitForURL('**/studio?mode=test')
  })
  await checkLedgerAndFilters({ check }, page, baseUrl, shoot)
  await context.close()
  await check('nothing complained on that day', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function checkLedgerAndFilters(
  { check }: Pick<Checks, 'check'>,
  page: Page,
  baseUrl: string,
  shoot: Shoot,
): Promise<void> {
  await check('a filter is in the address and shows only what matches', async () => {
    await page.goto(`${baseUrl}/studio?status=failed`)
    await settle(page)
    await page.getByText('Rejected by the content filter').first().waitFor()
    await expectSoon(async () => (await page.locator('.tile').count()) === 2, 'two jobs failed')
    await page.goto(`${baseUrl}/studio?type=video&status=failed`)
    await page.getByText('Nothing matches these filters.').waitFor()
  })

  await check('what was spent is told by key, by product and by model', async () => {
    await page.goto(`${baseUrl}/credits`)
    await settle(page)
    const rowOf = (name: string) => page.locator('.spend-row').filter({ hasText: name })
    await rowOf('All keys').waitFor()
    await page.getByText(/ at the pace of the last week, /).waitFor()
    await page.getByRole('radio', { name: 'Product', exact: true }).click()
    await rowOf('Enamel mug').waitFor()
    await page.getByRole('radio', { name: 'Model', exact: true }).click()
    await rowOf('simulator/').first().waitFor()
    await shoot(page, 'credits-by-model-1440-light')
    await checkAccess(page)
  })

  await check('the ledger is recomputed in the browser, which says how far it is', async () => {
    await page.goto(`${baseUrl}/credits`)
    await settle(page)
    let go = () => {}
    const free = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route('**/api/owner/live/ledger?**', (route) => free.then(() => route.continue()))
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.locator('.banner').getByText('0 entries walked').waitFor()
    go()
    await page.getByText('Every entry holds.').waitFor()
    await page.unroute('**/api/owner/live/ledger?**')
    await expectSoon(async () => (await page.locator('.knot.holds').count()) > 5, 'no knot is filled')
  })
}

async function countJobs(baseUrl: string, owner: Dev['owner'], prompt: string): Promise<number> {
  const list = await fetch(`${baseUrl}/api/gen/media?limit=50`, { headers: { 'x-api-key': owner.apiKey } })
  const { media } = await list.json()
  return media.filter((one: { prompt: string }) => one.prompt.startsWith(prompt)).length
}

const charges = [/never pays twice/, /Nothing was charged/]

/** The first answer never arrives, the second is a refusal, the third is let through: one order, one name. */
async function loseAnswer(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/make`)
  const names: string[] = []
  const address = '**/api/owner/live/gen/image'
  await page.route(address, async (route) => {
    names.push(route.request().postDataJSON().clientRef)
    if (names.length === 1) {
      // It is taken and charged, and the answer never arrives.
      await route.fetch()
      await route.abort()
    } else if (names.length === 2) {
      const body = { error: 'Busy', code: 'service_unavailable', charged: 'none', requestId: 'req_1' }
      await route.fulfill({ status: 503, json: body })
    } else await route.continue()
  })
  await page.getByLabel('Prompt', { exact: true }).fill(LOST)
  const button = page.getByRole('button', { name: /Make · 400 credits/ })
  for (let press = 1; press <= 3; press++) {
    await button.click()
    await expectSoon(() => names.length >= press, `press ${press} sent nothing`)
    // What went wrong says what was charged.
    if (press < 3)
      await page
        .getByRole('alert')
        .getByText(charges[press - 1] ?? '')
        .waitFor()
    await page.waitForTimeout(300)
  }
  await page.waitForURL('**/studio/med_**')
  await page.unroute(address)
  expect(names.length === 3 && new Set(names).size === 1, `the names are ${names.join(', ')}`)
}
