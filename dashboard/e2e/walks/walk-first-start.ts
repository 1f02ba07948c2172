import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from '../browse.ts'
import { type Checks, expect } from '../checks.ts'
import { changeRows, runAdmin } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { orderPicture } from './order-picture.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const PROMPT = 'The first picture of a new studio'
const LIMIT_MS = 120_000

/**
 * From `pnpm dev` to the first picture: the link of the setup, an account, a key, the first call of an agent.
 * The start of the system counts, too.
 */
export async function walkFirstStart({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  await check('from the first start to the first picture it takes less than two minutes', async () => {
    const { context, page, complaints } = await openWindow(browser, desk)
    const began = Date.now()
    // The seed of `pnpm dev` has an admin, and a link is for a service without one.
    await changeRows(dev, `update users set role = 'user' where email = '${dev.admin.email}'`)
    const link = await runAdmin(dev, 'setup-link')
    await openFirstAccount(page, link).finally(() =>
      changeRows(dev, `update users set role = 'admin' where email = '${dev.admin.email}'`),
    )
    await page.getByText('No agent is connected yet.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'New key' }).click()
    await page.getByRole('button', { name: 'New key' }).first().click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('first agent')
    // A new account has credits in the test mode alone.
    await page.getByRole('dialog').getByRole('radio', { name: 'Test' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    await orderPicture({ baseUrl: dev.baseUrl, key: secret, prompt: PROMPT })
    await page.getByText('The first call arrived').waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByRole('link', { name: 'Studio' }).click()
    await page.getByRole('img', { name: PROMPT, exact: true }).waitFor({ timeout: 30_000 })
    const tookMs = dev.readyAfterMs + Date.now() - began
    console.log(
      `     first start to first picture: ${(tookMs / 1_000).toFixed(1)} s, ` +
        `of which ${(dev.readyAfterMs / 1_000).toFixed(1)} s until the system was ready`,
    )
    await settle(page)
    await context.close()
    expect(complaints.length === 0, complaints.join('\n'))
    expect(tookMs < LIMIT_MS, `${tookMs} ms`)
  })
}

async function openFirstAccount(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.locator('input[name=email]').fill('founder@atelier.test')
  await page.locator('input[name=password]').fill('violet harbour ninety lamps')
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname === '/')
}
