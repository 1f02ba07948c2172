import type { Page } from 'playwright-core'
import { checkAccess, settle } from './browse.ts'
import type { Checks } from './checks.ts'

const OWN_NOTE = 'Mugs with steam sell best in November.'

/** The notes of agents: kept and rejected by keyboard, also on the overview, and taken back. */
export async function checkReview({ check }: Checks, page: Page, baseUrl: string): Promise<void> {
  await check('the keys work on the overview, too', async () => {
    await page.goto(`${baseUrl}/knowledge`)
    await settle(page)
    await page.locator('h1').click()
    const before = await page.locator('blockquote').textContent()
    await page.keyboard.press('a')
    await page.getByText(/^Kept “/).waitFor()
    await page.waitForFunction((text) => document.querySelector('blockquote')?.textContent !== text, before)
    await page.keyboard.press('z')
    await page.getByText(/^Kept “/).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Knowledge.*4 notes to review/ }).waitFor()
  })

  await check('notes are reviewed by keyboard, and a decision is taken back', async () => {
    await page.goto(`${baseUrl}/knowledge?tab=review`)
    await page.getByRole('radio', { name: 'To review 4' }).waitFor()
    await settle(page)
    await page.locator('h1').click()
    const first = (await page.locator('blockquote').textContent()) ?? ''
    await page.keyboard.press('a')
    await page.getByText(/^Kept “/).waitFor()
    await page.getByRole('radio', { name: 'To review 3' }).waitFor()
    await page.keyboard.press('r')
    await page.getByText(/^Rejected “/).waitFor()
    await page.getByRole('radio', { name: 'Rejected 1' }).waitFor()
    await checkAccess(page)
    await page.keyboard.press('z')
    await page.getByText(/^Kept “/).waitFor()
    await page.keyboard.press('z')
    await page.getByRole('radio', { name: 'To review 4' }).waitFor()
    await page.keyboard.press('j')
    await page.waitForFunction((text) => document.querySelector('blockquote')?.textContent !== text, first)
    await page.keyboard.press('p')
    await page.getByText(/^Pinned “/).waitFor()
    await page.getByRole('link', { name: /Knowledge.*4 notes to review/ }).waitFor()
  })

  await check("the owner's own note needs no review, and its list has an address", async () => {
    await page.getByLabel('Write a note', { exact: true }).fill(OWN_NOTE)
    await page.getByRole('button', { name: 'Save the note' }).click()
    await page.getByRole('radio', { name: 'Accepted 1' }).click()
    await page.waitForURL('**/knowledge?tab=review&notes=accepted')
    await page.reload()
    await page.getByRole('listitem').filter({ hasText: OWN_NOTE }).waitFor()
  })
}
