import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import { movePassword } from './operate.ts'
import type { Dev } from './start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** Sessions, the password, what is stored, and the audit, of a user of their own. */
export async function checkSettings({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  const { baseUrl, poor } = dev
  const here = await openWindow(browser, desk)
  const there = await openWindow(browser, desk)
  await signIn(here.page, baseUrl, poor, '/settings')
  await signIn(there.page, baseUrl, poor, '/settings')
  const { page } = here

  await check('another session is ended at once, with the password if it was given long ago', () =>
    endOther(dev, page, there.page),
  )

  await check('a password is changed with the old one, and ends all other sessions', async () => {
    const fresh = 'a longer password than before'
    await page.getByLabel('Old password', { exact: true }).fill('not the old one')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('New password once more', { exact: true }).fill('shorter')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('It needs at least 12 characters.').waitFor()
    await page.getByText('The two are not the same.').waitFor()
    await fillNew(page, 'Password12345')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('among the first that are guessed').waitFor()
    await fillNew(page, fresh)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The old password is not right.').waitFor()
    await checkAccess(page)
    await page.getByLabel('Old password', { exact: true }).fill(poor.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed.', { exact: false }).waitFor()
    poor.password = fresh
  })

  await check('what is stored and what was changed is shown', async () => {
    await page.reload()
    await settle(page)
    await page.getByRole('meter', { name: 'Photos and references' }).waitFor()
    await page.getByText('Password changed', { exact: true }).first().waitFor()
  })

  await checkExport({ check }, page, poor.password)

  await check('erasing an account asks for its address first', async () => {
    await page.getByRole('button', { name: 'Erase the account' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Erase the account' })
    expect(await confirm.isDisabled(), 'it can be erased without a word')
    await page.getByLabel(`Type ${poor.email} to confirm`).fill(poor.email)
    await confirm.click()
    await page.waitForURL('**/sign-in**', { timeout: 20_000 })
    await page.locator('input[name=email]').fill(poor.email)
    await page.locator('input[name=password]').fill(poor.password)
    await page.locator('button[type=submit]').click()
    await page.locator('[role=alert]').waitFor()
  })

  await here.context.close()
  await there.context.close()
  await check('nothing complained about settings', async () =>
    expect(here.complaints.length === 0, here.complaints.join('\n')),
  )
}

async function checkExport({ check }: Pick<Checks, 'check'>, page: Page, password: string): Promise<void> {
  await check('everything is saved as one file, without a secret', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Everything, as JSON' }).click(),
    ])
    const saved = JSON.parse(readFileSync(await file.path(), 'utf8'))
    for (const part of ['keys', 'media', 'ledger', 'knowledge', 'audit', 'notices'])
      expect(saved[part] !== undefined && saved[part] !== null, `${part} is missing`)
    expect(Array.isArray(saved.billing.payments), 'payments are missing')
    expect(!JSON.stringify(saved).includes(password), 'the password is in it')
  })
}

async function endOther(dev: Dev, page: Page, other: Page): Promise<void> {
  await movePassword(dev, dev.poor.email, -1)
  await page.reload()
  await page.getByText('Another browser').first().waitFor()
  const ends = page.getByRole('button', { name: /^End the session/ })
  await ends.first().click()
  const password = page.getByLabel('Your password', { exact: true })
  await password.fill(dev.poor.password)
  await checkAccess(page)
  await password.press('Enter')
  await page.getByText('The session has ended.').waitFor()
  await other.goto(`${dev.baseUrl}/studio`)
  await other.waitForURL('**/sign-in**')
}

async function fillNew(page: Page, password: string): Promise<void> {
  for (const label of ['New password', 'New password once more'])
    await page.getByLabel(label, { exact: true }).fill(password)
}
