import type { Browser, Page } from 'playwright-core'
import { codeOf } from './authenticator.ts'
import { checkAccess, checkNoSidewaysScroll, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import { changeRows, runAdmin } from './operate.ts'
import type { Dev, User } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>

/** The window of one user, and what the authenticator knows. */
type Life = { page: Page; dev: Dev; user: User; shoot: Shoot; secret: string; codes: string[] }

/** A second factor: switched on, asked for, replaced by a recovery code, switched off. */
export async function checkFactor(checks: Checks, dev: Dev, browser: Browser, shoot: Shoot): Promise<void> {
  const look = { theme: 'light', language: 'en', width: 1440 } as const
  const { context, page, complaints } = await openWindow(browser, look)
  const user = JSON.parse(await runAdmin(dev, 'create-user', 'factor@atelier.test')) as User
  await signIn(page, dev.baseUrl, user, '/settings')
  const life: Life = { page, dev, user, shoot, secret: '', codes: [] }
  await checkSwitchOn(checks, life)
  await checkCodes(checks, life)
  await context.close()
  await checks.check('nothing complained about the second factor', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

const readCodes = async (page: Page): Promise<string[]> => {
  const shown = page.getByTestId('codes').getByRole('listitem')
  await shown.first().waitFor()
  const codes = await shown.allTextContents()
  expect(codes.length === 10, `${codes.length} codes`)
  return codes
}

async function checkSwitchOn({ check }: Checks, life: Life): Promise<void> {
  const { page, shoot } = life
  await check('a code of the authenticator switches the second factor on', async () => {
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Make a secret' }).click()
    life.secret = ((await page.getByTestId('secret').textContent()) ?? '').replaceAll(' ', '')
    const link = (await page.getByTestId('otpauth').textContent()) ?? ''
    expect(link.startsWith('otpauth://totp/') && link.includes(life.secret), link)
    await shoot(page, 'factor-secret-1440-light')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This code is wrong').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(codeOf(life.secret, 0))
    await page.keyboard.press('Enter')
    life.codes = await readCodes(page)
    await shoot(page, 'factor-codes-1440-light')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Recovery codes left: 10').waitFor()
    await page.getByTestId('codes').waitFor({ state: 'detached' })
    expect(!(await page.content()).includes(life.codes[0] ?? '-'), 'a recovery code is still on the page')
  })
}

async function checkCodes({ check }: Checks, life: Life): Promise<void> {
  const { page, dev, user, shoot } = life
  await check('signing in asks for a code, and a wrong one opens nothing', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in**')
    await page.goto(`${dev.baseUrl}/settings`)
    await page.locator('input[name=email]').fill(user.email)
    await page.locator('input[name=password]').fill(user.password)
    await page.locator('button[type=submit]').click()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await shoot(page, 'code-1440-light')
    await page.getByRole('button', { name: 'Sign in with the code' }).click()
    await page.getByText('This code is wrong').waitFor()
    await checkAccess(page)
    // A code counts once: this is the next one, which counts already.
    await page.getByLabel('Code', { exact: true }).fill(codeOf(life.secret, 1))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings')
  })

  await check('an old session gives password and recovery code for new codes', async () => {
    await changeRows(dev, `update sessions set proved_at = now() - interval '1 hour'`)
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(user.password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code', { exact: true }).fill(life.codes[0] ?? '')
    await page.keyboard.press('Enter')
    const fresh = await readCodes(page)
    expect(!fresh.includes(life.codes[1] ?? ''), 'the codes are the old ones')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByTestId('codes').waitFor({ state: 'detached' })
  })

  await check('it is switched off, also on a telephone', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('button', { name: 'Switch off' }).click()
    await settle(page)
    await checkNoSidewaysScroll(page)
    await checkAccess(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('The second factor is off.').waitFor()
    await page.getByText('Your password alone opens your account.').waitFor()
  })
}
