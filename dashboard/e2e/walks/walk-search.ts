import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expect, expectSoon } from '../checks.ts'
import type { Dev } from '../start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** One search for pages, names, what was learned, and ids; from every page, by keyboard. */
export async function walkSearch(
  { check }: Checks,
  { baseUrl, owner, productId }: Dev & { productId: string },
  browser: Browser,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/credits')

  await check('the search finds pages, products, notes and keys by their words', async () => {
    await search(page, 'enamel')
    const found = page.getByRole('dialog').getByRole('option')
    await found.filter({ hasText: 'Enamel mug' }).waitFor()
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/products/${productId}`)
    await search(page, 'steam')
    await found.filter({ hasText: 'Steam sells' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/(knowledge\?tab=|studio\/med_)/)
    await search(page, 'e')
    await page.keyboard.press('ArrowDown')
    await expectSoon(
      async () => (await found.nth(1).getAttribute('aria-selected')) === 'true',
      'the arrow chose another one',
    )
    const chosen = page.locator('[role=option][aria-selected=true]')
    expect((await chosen.count()) === 1, 'one find is chosen')
    await page.keyboard.press('Escape')
  })

  await check('every kind of id leads somewhere, and what is unknown is said', async () => {
    await search(page, productId)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/products/${productId}`)
    await search(page, `key_${'0'.repeat(22)}`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/connections')
    const [point] = await page.evaluate(async (id) => {
      const { ceps } = await (await fetch(`/api/owner/live/agent/ceps?productId=${id}`)).json()
      return ceps
    }, productId)
    await search(page, point.id)
    await page.getByRole('dialog').getByRole('option').filter({ hasText: 'Entry point' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/products/${productId}?tab=points`)
    await search(page, `cep_${'0'.repeat(22)}`)
    await page.getByRole('dialog').getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/studio?point=cep_*')
    await search(page, 'xqzzyv')
    await page.getByText('Nothing found.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
  })
  await context.close()
  await check('nothing complained about the search', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function search(page: Page, text: string): Promise<void> {
  await settle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(text)
  // What was learned is asked for when the typing pauses.
  await page.waitForTimeout(400)
  await settle(page)
}
