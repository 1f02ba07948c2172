import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { awaitPictures } from './await-pictures.ts'

/** Below this a long page only repeats itself. */
const HEIGHT_MAX = 1_600

/** The page from its top, longer than the window where it is. */
export async function takePicture(page: Page, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const window = page.viewportSize() ?? { width: 1440, height: 900 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // A higher window instead of a picture of the whole page: bars stay at its edge, and pictures are loaded.
  await page.setViewportSize({ ...window, height: Math.max(window.height, Math.min(height, HEIGHT_MAX)) })
  await awaitPictures(page)
  await page.waitForTimeout(400)
  await page.screenshot({ path: file, animations: 'disabled' })
  await page.setViewportSize(window)
}
