import type { Page } from 'playwright-core'
import { settle } from '../browse.ts'

/** As `settle`, and nothing is hovered, no note of something done is left, every picture is there. */
export async function settleStill(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await settle(page)
  await page.locator('.toast').first().waitFor({ state: 'detached', timeout: 15_000 })
  await page.waitForFunction(() => [...document.images].every((one) => one.complete)).catch(() => undefined)
  await page.waitForTimeout(400)
}
