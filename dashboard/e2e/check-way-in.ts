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

/** How users come in: sign-up, a lost password, an invitation, the first admin, a code. */
export async function checkWayIn(checks: Checks, dev: Looked, browser: Browser, shoot: Shoot): Promise<void> {
  const { user, session } = await openGuarded(dev, browser)
  await lookAtPages(checks, { ...dev, views: wayInViewsOf(user), shoot }, browser)
  await lookAtPages(checks, { ...dev, views: factorViews, session, shoot }, browser)
  await checkSignUp(checks, dev, browser)
  await checkLostPassword(checks, dev, browser)
  await checkLinks(checks, dev, browser)
}

const MAILED = 'a mail is on its way'

/** The newest link that was mailed to an address. */
async function mailedLink({ post }: Dev, address: string): Promise<string> {
  await expectSoon(() => post.mailsTo(address).length > 0, `no mail to ${address}`)
  return /https?:\/\/\S+/.exec(post.mailsTo(address).at(-1)?.text ?? '')?.[0] ?? ''
}

async function checkSignUp({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  const { context, page } = await openWindow(browser, desk)
  const ask = async (email: string) => {
    await page.goto(`${dev.baseUrl}/sign-up`)
    await page.getByText(ONE_PERSON).waitFor()
    await page.locator('input[name=email]').fill(email)
    await page.getByRole('button', { name: 'Send me the mail' }).click()
  }

  await check('a sign-up needs an address, and says the same of every address', async () => {
    await ask('nobody')
    await page.getByText('Write an e-mail address.').waitFor()
    for (const email of [dev.owner.email, 'visitor@atelier.test']) {
      await ask(email)
      await page.getByText(MAILED).waitFor()
    }
    await mailedLink(dev, dev.owner.email)
    const [mail] = dev.post.mailsTo(dev.owner.email)
    expect(mail?.subject === 'You already have an account at Atelier', mail?.subject ?? '')
  })

  await check('the mailed link refuses short and known passwords; then who signed up is in', async () => {
    await page.goto(await mailedLink(dev, 'visitor@atelier.test'))
    const choose = async (password: string) => {
      await page.locator('input[name=password]').fill(password)
      await page.locator('button[type=submit]').click()
    }
    await choose('short')
    await page.getByText('Take at least 12 characters.').waitFor()
    await choose('Password12345')
    await page.getByText('among the first that are guessed').waitFor()
    await choose(PASSWORD)
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto(`${dev.baseUrl}/settings`)
    await page.getByRole('heading', { name: 'visitor@atelier.test' }).waitFor()
    await page.getByText(ONE_PERSON).waitFor()
  })
  await context.close()
}

async function checkLostPassword({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  const email = 'visitor@atelier.test'
  const newPassword = 'canoe walnut seven tuba'
  const { context, page } = await openWindow(browser, desk)
  await check('a lost password is replaced by mail, once; the old one is gone', async () => {
    await page.goto(`${dev.baseUrl}/sign-in`)
    await page.getByRole('link', { name: 'Password forgotten?' }).click()
    // The page of the sign-in has such a field, too, and stays until the next one is loaded.
    await page.getByRole('button', { name: 'Send me the link' }).waitFor()
    await page.locator('input[name=email]').fill(email)
    const before = dev.post.mailsTo(email).length
    await page.getByRole('button', { name: 'Send me the link' }).click()
    await page.getByText(MAILED).waitFor()
    await expectSoon(() => dev.post.mailsTo(email).length > before, 'no mail came')
    const link = await mailedLink(dev, email)
    await page.goto(link)
    await expectSoon(() => new URL(page.url()).hash === '', 'the token is still in the address')
    await page.locator('input[name=password]').fill(newPassword)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The password is set.').waitFor()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    const signIn = async (password: string) => {
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill(password)
      await page.locator('button[type=submit]').click()
    }
    await signIn(PASSWORD)
    await page.locator('[role=alert]').waitFor()
    await signIn(newPassword)
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto(link)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText(DEAD).waitFor()
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
