import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const

const body = { error: 'Not now.', charged: 'none', requestId: 'req_1' }
const refusals = [
  {
    status: 429,
    json: { ...body, code: 'rate_limited', retryAfterSeconds: 4 },
    said: 'Too many requests. Try again in 4 s.',
  },
  { status: 503, json: { ...body, code: 'service_unavailable' }, said: 'The service is not available' },
]

/** A busy service while a page loads: the page says so, says when it tries again, and does. */
export async function checkRefused(
  { check }: Checks,
  { baseUrl, owner }: Dev,
  browser: Browser,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/studio')
  for (const { status, json, said } of refusals) {
    const refuse = async (address: string, work: () => Promise<void>) => {
      await page.route(address, (route) => route.fulfill({ status, json }))
      await page.goto(`${baseUrl}/studio`)
      await checkTold(page, said)
      await work()
      await page.unroute(address)
    }
    const comesBack = async () => {
      await page.getByRole('heading', { name: 'Studio' }).waitFor({ timeout: 10_000 })
      await page.getByRole('list', { name: 'Results, newest first' }).waitFor({ timeout: 10_000 })
    }

    await check(
      `${status} before a page has its frame is told in the main part, until it is over`,
      async () => {
        await refuse('**/api/account/session', () => checkAccess(page))
        await comesBack()
      },
    )

    await check(`${status} for the list of a page is told in the main part, until it is over`, async () => {
      await refuse('**/api/owner/live/media?**', () => checkAccess(page))
      await comesBack()
    })
  }

  await check('an address without a page has a main part', async () => {
    await page.goto(`${baseUrl}/studio/nothing/here`)
    await page.getByText('There is no page at this address.').waitFor()
    await checkOneMain(page)
    await checkAccess(page)
  })
  await checkFrames(check, page, baseUrl)
  await checkGone(check, page, baseUrl)
  await context.close()
  await check('nothing complained while the service refused', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

const inFrames = [
  { path: '/billing', read: '**/api/account/billing', shown: 'h2:text("Buy credits")' },
  { path: '/knowledge?tab=review', read: '**/api/owner/live/notes?**', shown: 'blockquote' },
  { path: '/knowledge', read: '**/api/owner/live/notes?**', shown: 'blockquote' },
]

/** These once lost their frame, or told it without a way to try again. */
async function checkFrames(check: Checks['check'], page: Page, baseUrl: string): Promise<void> {
  const json = { error: 'Busy', code: 'service_unavailable', charged: 'none', requestId: 'req_1' }
  await check('a page with its frame is tried again in the place that was refused', async () => {
    for (const { path, read, shown } of inFrames) {
      await page.route(read, (route) => route.fulfill({ status: 503, json }))
      await page.goto(`${baseUrl}${path}`)
      const told = page.getByRole('main').getByRole('alert')
      await told.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 10_000 })
      expect((await told.count()) === 1, `${path}: told ${await told.count()} times`)
      await page.getByRole('link', { name: 'Connections' }).waitFor()
      await page.unroute(read)
      await page.locator(`main ${shown}`).waitFor({ timeout: 15_000 })
    }
  })
}

const none = (prefix: string) => `${prefix}_${'0'.repeat(22)}`

const gone = [
  { path: `/products/${none('prd')}`, kind: 'Product', back: 'Products' },
  { path: `/characters/${none('chr')}`, kind: 'Character', back: 'Characters' },
  { path: `/topics/${none('top')}`, kind: 'Topic', back: 'Topics' },
  { path: `/studio/${none('med')}`, kind: 'Result', back: 'Studio' },
  { path: '/studio/no-id', kind: 'Result', back: 'Studio' },
  { path: `/compare?first=${none('med')}&second=${none('med')}`, kind: 'Result', back: 'Studio' },
]

/** All pages tell it alike: what is not there, in the window, too, and where others of its kind are. */
async function checkGone(check: Checks['check'], page: Page, baseUrl: string): Promise<void> {
  await check('a page about what does not exist says so, without offering to try again', async () => {
    for (const { path, kind, back } of gone) {
      await page.goto(`${baseUrl}${path}`)
      await page.getByRole('heading', { level: 1, name: `${kind} not found` }).waitFor()
      expect((await page.getByRole('heading', { level: 1 }).count()) === 1, `${path}: one heading`)
      expect((await page.title()).startsWith(`${kind} not found`), `${path}: ${await page.title()}`)
      expect((await page.getByRole('button', { name: 'Try again' }).count()) === 0, `${path}: no retry`)
      await page.getByRole('alert').getByRole('link', { name: back }).waitFor()
      await checkAccess(page)
    }
  })
}

async function checkTold(page: Page, said: string): Promise<void> {
  const told = page.getByRole('main').getByRole('alert').filter({ hasText: said }).first()
  await told.waitFor({ timeout: 10_000 })
  await told.filter({ hasText: /It tries again at \d\d:\d\d:\d\d\./ }).waitFor()
  await checkOneMain(page)
}

async function checkOneMain(page: Page): Promise<void> {
  const count = await page.getByRole('main').count()
  expect(count === 1, `the page has ${count} main parts`)
}
