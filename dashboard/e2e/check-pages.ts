import type { Browser, Page } from 'playwright-core'
import {
  checkAccess,
  checkNoSidewaysScroll,
  type Look,
  looks,
  looksOf,
  nameOf,
  openWindow,
  settle,
} from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>

type Seeded = { productId: string; compared: [string, string] }

const pathsOf = ({ productId, compared: [first, second] }: Seeded) => ({
  home: '/',
  studio: '/studio',
  make: '/make',
  compare: `/compare?first=${first}&second=${second}`,
  choose: `/compare?first=${first}`,
  products: '/products',
  characters: '/products?tab=characters',
  topics: '/products?tab=topics',
  photos: `/products/${productId}`,
  points: `/products/${productId}?tab=points`,
  library: `/products/${productId}?tab=library`,
  results: `/products/${productId}?tab=results`,
  knowledge: `/knowledge?product=${productId}`,
  pictures: '/knowledge?tab=pictures',
  patterns: '/knowledge?tab=patterns',
  claims: '/knowledge?tab=claims',
  plan: `/knowledge?tab=plan&product=${productId}`,
  review: '/knowledge?tab=review',
  credits: '/credits',
  connections: '/connections',
  settings: '/settings',
})

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
    await page.getByLabel('Prompt').fill('The mug in the rain, yellow flask beside it')
    const button = page.getByRole('button', { name: /Make · 400 credits/ })
    await button.waitFor()
    await shoot(page, 'make-filled-1440-light')
    await button.dblclick()
    await page.waitForURL('**/studio/med_**')
    place = new URL(page.url()).pathname
    await page.getByText('400 credits, charged once.').waitFor({ timeout: 30_000 })
    expect((await countJobs(baseUrl, owner, 'The mug in the rain')) === 1, 'it was made more than once')
    await settle(page)
    await shoot(page, 'picture-1440-light')
    await checkAccess(page)
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
    expect((await tiles.count()) >= 8, `${await tiles.count()} tiles`)
    await tiles.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(200)
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('data-index'))
    expect(focused === '1', `the focus is on ${focused}`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/studio/med_**')
    await page.goBack()
    await page.waitForURL('**/studio')
  })

  await check('a result opens by its id from the search', async () => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Go to a page, or paste an id').fill(place.split('/').at(-1) ?? '')
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
    expect((await page.locator('.tile').count()) === 2, 'two jobs failed')
    await page.goto(`${baseUrl}/studio?type=video&status=failed`)
    await page.getByText('Nothing matches these filters.').waitFor()
  })

  await check('the ledger is recomputed in the browser', async () => {
    await page.goto(`${baseUrl}/credits`)
    await settle(page)
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText('Every entry holds.').waitFor()
    await shoot(page, 'credits-verified-1440-light')
    await checkAccess(page)
  })
}

async function countJobs(baseUrl: string, owner: Dev['owner'], prompt: string): Promise<number> {
  const list = await fetch(`${baseUrl}/api/gen/media?limit=50`, { headers: { 'x-api-key': owner.apiKey } })
  const { media } = await list.json()
  return media.filter((one: { prompt: string }) => one.prompt.startsWith(prompt)).length
}

/** Each page in two looks, or in all eight: no violation, no sideways scroll, a silent console. */
export async function checkLooks(
  { check }: Checks,
  { baseUrl, owner, isWhole, ...seeded }: Dev & Seeded & { isWhole: boolean },
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const first = await openWindow(browser, desk)
  await signIn(first.page, baseUrl, owner)
  const state = await first.context.storageState()
  await first.context.close()
  const lookAt = async (look: Look): Promise<void> => {
    const { context, page, complaints } = await openWindow(browser, look, state)
    for (const [place, [name, path]] of Object.entries(pathsOf(seeded)).entries()) {
      if (!isWhole && !looksOf(place).includes(look)) continue
      await check(`${name} ${nameOf(look)}`, async () => {
        await page.goto(`${baseUrl}${path}`)
        await settle(page)
        await shoot(page, `${name}-${nameOf(look)}`)
        await checkNoSidewaysScroll(page)
        await checkAccess(page)
        if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'))
      })
    }
    await context.close()
  }
  // Most of the time is waiting until a page is still, so two are looked at together.
  for (let at = 0; at < looks.length; at += 2) await Promise.all(looks.slice(at, at + 2).map(lookAt))
}

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
  await page.getByLabel('Prompt').fill(LOST)
  const button = page.getByRole('button', { name: /Make · 400 credits/ })
  for (let press = 1; press <= 3; press++) {
    await button.click()
    while (names.length < press) await page.waitForTimeout(50)
    if (press < 3) await page.getByRole('alert').first().waitFor()
    await page.waitForTimeout(300)
  }
  await page.waitForURL('**/studio/med_**')
  await page.unroute(address)
  expect(names.length === 3 && new Set(names).size === 1, `the names are ${names.join(', ')}`)
}
