import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

export async function signIn(
  page: Page,
  baseUrl: string,
  { email, password }: { email: string; password: string },
  path = '/connections',
): Promise<void> {
  await page.goto(`${baseUrl}${path}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await settle(page)
}

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** The way in, the way out, and what happens when a session ends by itself. */
export async function checkSession(
  { check }: Checks,
  { baseUrl, owner }: Dev,
  browser: Browser,
): Promise<void> {
  await check('a wrong password says nothing about the address', async () => {
    const { context, page } = await openWindow(browser, desk)
    const said: string[] = []
    for (const email of [owner.email, 'nobody@example.com']) {
      await page.goto(`${baseUrl}/sign-in`)
      await page.locator('input[name=email]').fill(email)
      await page.locator('input[name=password]').fill('not the password')
      await page.locator('button[type=submit]').click()
      said.push((await page.locator('[role=alert]').textContent()) ?? '')
    }
    await context.close()
    expect(said[0] !== '' && said[0] === said[1], said.join(' / '))
  })

  await check('who asks for a page is there after signing in; signing out forgets', async () => {
    const { context, page } = await openWindow(browser, desk)
    await signIn(page, baseUrl, owner, '/settings')
    expect(new URL(page.url()).pathname === '/settings', page.url())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in**')
    await page.goto(`${baseUrl}/connections`)
    await page.waitForURL('**/sign-in**')
    await context.close()
  })

  await check('a session that ends while a page is open leads back to that page', async () => {
    const { context, page } = await openWindow(browser, desk)
    await signIn(page, baseUrl, owner, '/connections')
    await context.clearCookies()
    await page.waitForURL('**/sign-in?next=%2Fconnections**', { timeout: 40_000 })
    await page.getByText('Your session has ended').waitFor()
    await context.close()
  })

  await check('another site is never the next page', async () => {
    const { context, page } = await openWindow(browser, desk)
    await signIn(page, baseUrl, owner, '/sign-in?next=//other.example/')
    expect(page.url().startsWith(baseUrl), page.url())
    await context.close()
  })
}
