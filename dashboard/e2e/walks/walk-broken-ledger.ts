import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expectSoon } from '../checks.ts'
import { lookAtPages } from '../look-at-pages.ts'
import { changeRows, movePassword } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { brokenViews } from '../views/money-views.ts'
import { orderPicture } from './order-picture.ts'

/** `isWhole`: each page in all looks instead of two. */
type Given = Dev & { isWhole: boolean; shoot(page: Page, name: string): Promise<void> }

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const PLACE = 2

/** One entry of the ledger is changed behind the service: the browser finds it, and which one it is. */
export async function walkBrokenLedger(checks: Checks, dev: Given, browser: Browser): Promise<void> {
  const { check } = checks
  const { baseUrl, second } = dev
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, second, '/credits')

  await check('one changed entry of the ledger is shown as the place where the chain breaks', async () => {
    for (const name of ['first', 'second', 'third'])
      await orderPicture({ baseUrl, key: second.apiKey, prompt: `The ${name} entry` })
    await changeAmount(dev, -1)
    await page.reload()
    await settle(page)
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText(`The chain breaks at entry ${PLACE}.`).waitFor()
    await page.getByText('1 entry before it holds.', { exact: false }).waitFor()
    const count = (knot: string) => page.locator(`.knot.${knot}`).count()
    await expectSoon(async () => (await count('broken')) === 1, 'one entry is broken')
    await expectSoon(async () => (await count('holds')) === PLACE - 1, 'only those before it hold')
  })

  await movePassword(dev, second.email, -1)
  const session = await context.storageState()
  await lookAtPages(checks, { ...dev, views: brokenViews, session }, browser)

  await check('as it was, every entry holds again', async () => {
    await changeAmount(dev, 1)
    await page.reload()
    await settle(page)
    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await page.getByText('Every entry holds.').waitFor()
  })
  await context.close()
}

/** What the rights of the service do not allow. */
const changeAmount = (dev: Dev, by: number): Promise<void> =>
  changeRows(
    dev,
    `set session_replication_role = replica;
     update ledger_entries set amount = amount + (${by}) where mode = 'live' and seq = ${PLACE}
       and user_id = (select id from users where email = '${dev.second.email}')`,
  )
