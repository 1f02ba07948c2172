import type { Page } from 'playwright-core'

/** The dialog in which a key is made, with a name in it. */
export async function openNewKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('weekend agent')
}

export async function openSecret(page: Page): Promise<void> {
  await openNewKey(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByTestId('secret').waitFor()
}
