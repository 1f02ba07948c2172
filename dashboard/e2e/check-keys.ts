import type { Browser, Page } from 'playwright-core'
import { checkNoSidewaysScroll, openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>

const ask = (baseUrl: string, key: string) =>
  fetch(`${baseUrl}/api/gen/credits`, { headers: { 'x-api-key': key } })

/** The window of one owner, and the secret that works now. */
type Life = { page: Page; baseUrl: string; shoot: Shoot; secret: string }

/** The life of a key: made with ceilings, shown once, used, changed, rotated, revoked. */
export async function checkKeys(
  checks: Checks,
  { baseUrl, owner }: Dev,
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, {
    theme: 'dark',
    language: 'en',
    width: 1440,
  })
  await signIn(page, baseUrl, owner, '/connections')
  const life: Life = { page, baseUrl, shoot, secret: '' }
  await checkNewKey(checks, life)
  await checkUsedKey(checks, life)
  await context.close()
  await checks.check('nothing complained meanwhile', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function checkNewKey({ check }: Checks, life: Life): Promise<void> {
  const { page, baseUrl, shoot } = life
  await check('a new key has its ceilings, and its secret is shown', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Give the key a name.').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('weekend agent')
    await dialog.getByLabel('Daily ceiling', { exact: true }).fill('6,000')
    await dialog.getByRole('button', { name: 'knowledge' }).click()
    await dialog.getByLabel('Ends', { exact: true }).selectOption('month')
    await shoot(page, 'new-key-1440-dark')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByTestId('secret').waitFor()
    life.secret = (await page.getByTestId('secret').textContent()) ?? ''
    expect(/^hsk_/.test(life.secret), life.secret.slice(0, 4))
    const host = page.getByRole('dialog').getByLabel('Agent host', { exact: true })
    expect((await host.getByRole('option').count()) === 7, 'connect.py sets up seven hosts')
    await host.selectOption('codex')
    await page.getByText(/connect\.py \S+ --host codex --extra-tools$/).waitFor()
    await shoot(page, 'secret-1440-dark')
  })

  await check('closing before it is saved asks once', async () => {
    await page.keyboard.press('Escape')
    await page.getByText('Close without saving the secret?').waitFor()
    await page.getByRole('button', { name: 'Back to the secret' }).click()
    await page.getByTestId('secret').waitFor()
  })

  await check('the light turns on with the first call', async () => {
    expect((await ask(baseUrl, life.secret)).status === 200, 'the secret does not work')
    await page.getByText('The first call arrived').waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByTestId('secret').waitFor({ state: 'detached' })
    await settle(page)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(
      !stored.includes(life.secret) && !page.url().includes(life.secret),
      'the secret is still somewhere',
    )
    expect(!(await page.content()).includes(life.secret), 'the secret is still on the page')
  })
}

async function checkUsedKey({ check }: Checks, life: Life): Promise<void> {
  const { page, baseUrl, shoot } = life
  await check('a ceiling is raised and an end removed, on one page', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'weekend agent' })
    await row.getByText('0 of 6,000 today').waitFor()
    await row.getByRole('button', { name: 'More for weekend agent' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Daily ceiling', { exact: true }).fill('8,000')
    const ends = dialog.getByLabel('Ends', { exact: true })
    expect(/^As it is: ends /.test((await ends.getByRole('option').first().textContent()) ?? ''), 'its end')
    await ends.selectOption('never')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await row.getByText('0 of 8,000 today').waitFor()
    await row.getByText('no end').waitFor()
  })

  await check('a new secret works, and the old one no longer', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'weekend agent' })
    await row.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByLabel('The old secret works', { exact: true }).selectOption('0')
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    await page.getByTestId('secret').waitFor()
    const fresh = (await page.getByTestId('secret').textContent()) ?? ''
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByTestId('secret').waitFor({ state: 'detached' })
    expect(
      fresh !== life.secret && (await ask(baseUrl, fresh)).status === 200,
      'the new secret does not work',
    )
    const deadline = Date.now() + 8_000
    while ((await ask(baseUrl, life.secret)).status === 200 && Date.now() < deadline)
      await page.waitForTimeout(300)
    expect((await ask(baseUrl, life.secret)).status !== 200, 'the old secret still works')
    life.secret = fresh
  })

  await check('a revoked key stops working and is listed as ended', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'weekend agent' })
    await row.getByRole('button', { name: 'More for weekend agent' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await shoot(page, 'revoke-1440-dark')
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('weekend agent is revoked.').waitFor()
    const deadline = Date.now() + 8_000
    while ((await ask(baseUrl, life.secret)).status === 200 && Date.now() < deadline)
      await page.waitForTimeout(300)
    expect((await ask(baseUrl, life.secret)).status !== 200, 'the revoked key still works')
    await page.getByRole('button', { name: /Show 1 ended key/ }).click()
    await page.getByText(/revoked \d/).waitFor()
  })

  await check('on the phone a dialog is a sheet that fits', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('button', { name: 'New key' }).click()
    await settle(page)
    await shoot(page, 'new-key-375-dark')
    await checkNoSidewaysScroll(page)
  })
}
