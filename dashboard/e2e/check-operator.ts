import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import { lookAtPages } from './look-at-pages.ts'
import type { Dev } from './start-dev.ts'
import { operatorViewsOf } from './views/operator-views.ts'

type Shoot = (page: Page, name: string) => Promise<void>

/** `isWhole`: each view in all looks instead of two. */
type Looked = Dev & { isWhole: boolean }

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const INVITED = 'colleague@atelier.test'

/** The page of admins: hidden from other users, readable in every look, and invitations from it. */
export async function checkOperator(
  checks: Checks,
  dev: Looked,
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  await checks.check('the page Operator is not there for other users', async () => {
    const { context, page } = await openWindow(browser, desk)
    await signIn(page, dev.baseUrl, dev.owner, '/operator')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('link', { name: 'Connections' }).waitFor()
    await settle(page)
    expect((await page.getByRole('link', { name: 'Operator' }).count()) === 0, 'the side bar shows it')
    await context.close()
  })
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, dev.baseUrl, dev.admin, '/operator')
  await checkViews(checks, page)
  await checkInvitation(checks, page)
  const session = await context.storageState()
  await context.close()
  await checks.check('nothing complained about the operator', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
  await lookAtPages(checks, { ...dev, views: operatorViewsOf(dev), session, shoot }, browser)
}

async function checkViews({ check }: Checks, page: Page): Promise<void> {
  await check('an admin sees what works, the providers, the users and what they changed', async () => {
    await page.getByText('Everything works.').waitFor()
    await page
      .getByText(/\d+ waiting, \d+/)
      .first()
      .waitFor()
    await page.getByRole('radio', { name: 'Users' }).click()
    await page.getByText('owner@', { exact: false }).first().waitFor()
    await page.getByRole('radio', { name: 'Grants' }).click()
    await page.getByRole('heading', { name: 'Grants of credits' }).waitFor()
    await page.getByRole('radio', { name: 'Audit' }).click()
    await page.getByText('Signed in', { exact: true }).first().waitFor()
  })
}

async function checkInvitation({ check }: Checks, page: Page): Promise<void> {
  await check('an admin invites one address, and revokes it', async () => {
    await page.getByRole('radio', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Invite by mail' }).click()
    await page.getByText('Write an e-mail address.').waitFor()
    await page.getByRole('dialog').getByLabel('E-mail address', { exact: true }).fill(INVITED)
    await page.keyboard.press('Enter')
    const link = (await page.getByTestId('link').textContent()) ?? ''
    expect(/\/invitation#.{40,}$/.test(link), link)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: `Revoke the invitation of ${INVITED}` }).click()
    await page.getByText('The invitation is revoked.', { exact: false }).waitFor()
  })

  await check('where nobody can be invited, the page says so and offers nothing', async () => {
    const address = '**/api/account/way-in'
    await page.route(address, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), signUp: 'closed' } })
    })
    await page.reload()
    await page.getByText('Nobody can be invited').waitFor()
    expect((await page.getByRole('button', { name: 'Invite', exact: true }).count()) === 0, 'it is offered')
    await page.unroute(address)
  })
}
