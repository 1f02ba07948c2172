import type { Page } from 'playwright-core'
import type { Words } from '../../src/words/catalogue.ts'
import { en } from '../../src/words/en.ts'
import { zh } from '../../src/words/zh.ts'
import type { Look } from '../browse.ts'
import { endAnimations, settle } from '../browse.ts'

/** What has to be done to get there, in the words that the page shows. */
export type Act = (page: Page, words: Words) => Promise<void>

/** A page in one state: its address, what makes the state, and what opens over it, by name. */
export type View = { path: string; act?: Act; opened?: Record<string, Act> }

export type Views = Record<string, View>

const wordsOf: Record<Look['language'], Words> = { en, zh }

/** Waits until the page is there and nothing moves any more. */
export async function openView(page: Page, baseUrl: string, { path, act }: View, look: Look): Promise<void> {
  // Only what stands behind the # may differ, and then the browser would load nothing.
  await page.goto('about:blank')
  await page.goto(`${baseUrl}${path}`)
  await page.locator('h1').first().waitFor()
  await settle(page)
  await act?.(page, wordsOf[look.language])
}

const OVER = '[role=dialog], [role=menu]'

/** Opens something over a view. What was open before is closed, by the keyboard or with the page. */
export async function openOver(
  page: Page,
  baseUrl: string,
  { view, act, look }: { view: View; act: Act; look: Look },
): Promise<void> {
  const over = page.locator(OVER)
  if ((await over.count()) > 0) {
    await page.keyboard.press('Escape')
    const isClosed = over.first().waitFor({ state: 'detached', timeout: 1_500 })
    await isClosed.catch(() => openView(page, baseUrl, view, look))
  }
  await act(page, wordsOf[look.language])
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await endAnimations(page)
}
