import type { Browser, Page } from 'playwright-core'
import { openWindow } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expect } from '../checks.ts'
import type { Dev } from '../start-dev.ts'
import { newTestKey } from './new-test-key.ts'
import { orderPicture } from './order-picture.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const SLOW = 'A picture that takes its time'
const HANGING = 'A picture that never comes'

/** What becomes of a job is seen on the open page: its picture, or its refund. Nothing is loaded again. */
export async function walkOpenJobs({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  const { baseUrl, second } = dev
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, second, '/studio')

  await check('a job ends on the open wall: first its progress, then its picture', async () => {
    await mark(page)
    await orderPicture({ baseUrl, key: second.apiKey, prompt: SLOW, model: 'simulator/slow' })
    const tiles = page.locator('.tile')
    await page.locator('.tile:is(.queued, .processing)').waitFor({ timeout: 10_000 })
    const before = await tiles.count()
    await page.getByRole('img', { name: SLOW, exact: true }).waitFor({ timeout: 30_000 })
    expect((await tiles.count()) === before, 'the picture is not in the place of its job')
    await page.locator('.tile:is(.queued, .processing)').first().waitFor({ state: 'detached' })
    await expectSame(page)
  })

  await check('a job without a result is refunded on the open page, and the balance follows', async () => {
    // Time runs 60 times faster for test keys: the window of 15 minutes is 15 seconds.
    const key = await newTestKey(page)
    const id = await orderPicture({ baseUrl, key, prompt: HANGING, model: 'simulator/hang' })
    await page.goto(`${baseUrl}/studio/${id}?mode=test`)
    await page.getByText('400 credits are charged.', { exact: false }).waitFor()
    await mark(page)
    const ledger = await context.newPage()
    await ledger.goto(`${baseUrl}/credits?mode=test`)
    await ledger.getByText('999,600').first().waitFor()
    await page.getByText('All 400 credits were refunded.', { exact: false }).waitFor({ timeout: 60_000 })
    await page.getByText('Refunded', { exact: true }).first().waitFor()
    await expectSame(page)
    await ledger.bringToFront()
    await ledger.getByText('Refund of a picture').first().waitFor({ timeout: 25_000 })
    await ledger.locator('.big').getByText('1,000,000').waitFor()
    await ledger.close()
  })
  await context.close()
  await check('nothing complained while jobs ended', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

/** A page that is loaded again has lost the mark. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'))

async function expectSame(page: Page): Promise<void> {
  const isSame = await page.evaluate(() => document.documentElement.getAttribute('data-same') === 'yes')
  expect(isSame, 'the page was loaded again')
}
