import type { Browser, Page } from 'playwright-core'
import { openWindow } from './browse.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import { lookAtPages } from './look-at-pages.ts'
import { changeRows, runAdmin } from './operate.ts'
import type { Dev } from './start-dev.ts'
import { factorViews, openGuarded } from './views/factor-views.ts'
import { wayInViewsOf } from './views/way-in-views.ts'

type Shoot = (page: Page, name: string) => Promise<void>

/** `isWhole`: each page in all looks instead of two. */
type Looked = Dev & { isWhole: boolean }

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const PASSWORD = 'walnut tuba canoe eleven'
const ONE_PERSON = 'One account is one person for now.'
const DEAD = 'This link does not work'

/** How users come in: sign-up, an invitation, the first admin, a code. */
export async function checkWayIn(checks: Checks, dev: Looked, browser: Browser, shoot: Shoot): Promise<void> {
  const { user, session } = await openGuarded(dev, browser)
  await lookAtPages(checks, { ...dev, views: wayInViewsOf(user), shoot }, browser)
  await lookAtPages(checks, { ...dev, views: factorViews, session, shoot }, browser)
  await checkSignUp(checks, dev, browser)
  await checkLinks(checks, dev, browser)
}

async function checkSignUp({ check }: Checks, { baseUrl, owner }: Dev, browser: Browser): Promise<void> {
  const { context, page } = await openWindow(browser, desk)
  const submit = () => page.getByRole('button', { name: 'Make an account' }).click()

  await check('a sign-up refuses short and known passwords, and a taken address', async () => {
    await page.goto(`${baseUrl}/sign-in`)
    await page.getByRole('link', { name: 'Make an account' }).click()
    await page.waitForURL('**/sign-up**')
    await page.getByText(ONE_PERSON).waitFor()
    await page.locator('input[name=password]').fill('short')
    await submit()
    await page.getByText('Write an e-mail address.').waitFor()
    await page.getByText('Take at least 12 characters.').waitFor()
    await page.locator('input[name=email]').fill(owner.email)
    await page.locator('input[name=password]').fill('Password12345')
    await submit()
    await page.getByText('among the first that are guessed').waitFor()
    await page.locator('input[name=password]').fill(PASSWORD)
    await submit()
    await page.getByText('This address has an account already.').waitFor()
  })

  await check('who signs up is in', async () => {
    await page.locator('input[name=email]').fill('visitor@atelier.test')
    await submit()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto(`${baseUrl}/settings`)
    await page.getByRole('heading', { name: 'visitor@atelier.test' }).waitFor()
    await page.getByText(ONE_PERSON).waitFor()
  })
  await context.close()
}

async function checkLinks({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  await check('an invitation opens one account, once, and its token leaves the address', async () => {
    const { link } = JSON.parse(await runAdmin(dev, 'invite', 'guest@atelier.test'))
    await openAccount(browser, link, 'guest@atelier.test')
    await expectDead(browser, link)
  })

  await check('another link in the same tab counts', async () => {
    const { link } = JSON.parse(await runAdmin(dev, 'invite', 'second@atelier.test'))
    const { context, page } = await openWindow(browser, desk)
    await page.goto(link.replace(/#.*/, `#00${'x'.repeat(43)}`))
    await send(page)
    await page.getByText(DEAD).waitFor()
    await page.goto(link)
    // The tab stays the same: its form is made again.
    await page.getByText(DEAD).waitFor({ state: 'hidden' })
    await send(page)
    await page.waitForURL((url) => url.pathname === '/')
    await context.close()
  })

  await check('the link of a setup makes the admin, once', async () => {
    await changeRows(dev, `update users set role = 'user' where role = 'admin'`)
    const link = await runAdmin(dev, 'setup-link')
    await openAccount(browser, link, 'first@atelier.test')
    await expectDead(browser, link)
  })
}

async function openAccount(browser: Browser, link: string, email: string): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await page.goto(link)
  await page.locator('input[name=password]').waitFor()
  if (link.includes('/invitation')) await page.getByText(ONE_PERSON).waitFor()
  await expectSoon(() => new URL(page.url()).hash === '', 'the token is still in the address')
  await send(page, email)
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(`${new URL(link).origin}/settings`)
  await page.getByRole('heading', { name: email }).waitFor()
  await context.close()
  expect(complaints.length === 0, complaints.join('\n'))
}

async function expectDead(browser: Browser, link: string): Promise<void> {
  const { context, page } = await openWindow(browser, desk)
  await page.goto(link)
  await send(page, 'late@atelier.test')
  await page.getByText(DEAD).waitFor()
  expect(/\/(setup|invitation)$/.test(page.url()), page.url())
  await context.close()
}

async function send(page: Page, email = ''): Promise<void> {
  await page.locator('input[name=password]').fill(PASSWORD)
  const address = page.locator('input[name=email]')
  if ((await address.count()) > 0) await address.fill(email)
  await page.locator('button[type=submit]').click()
}
