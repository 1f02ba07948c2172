import type { Page } from 'playwright-core'
import { settle } from '../browse.ts'
import { awaitPictures } from './await-pictures.ts'

/** As `settle`, and nothing is hovered, no note of something done is left, every picture is there. */
export async function settleStill(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await settle(page)
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 15_000 })
  await awaitPictures(page)
  await page.waitForTimeout(400)
}
