import type { Locator, Page } from 'playwright-core'
import { expect } from '../checks.ts'

const TABS_MAX = 80

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the part has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed <= TABS_MAX; pressed++) {
    if (await isFocused(target)) return expectVisibleFocus(target)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Tab leads into a group, to the choice that is on; arrows lead from there. */
export async function arrowTo(page: Page, chosen: Locator, target: Locator): Promise<void> {
  await tabTo(page, chosen)
  for (let pressed = 0; pressed <= TABS_MAX; pressed++) {
    if (await isFocused(target)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`arrows do not lead to ${target}`)
}

/** Who does not see the focus does not know where Enter would act. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const isVisible = await target.evaluate((element) => {
    for (let shown: Element | null = element; shown; shown = shown.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown)
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true
      if (shown.matches('.field, form, dialog, main')) break
    }
    return false
  })
  expect(isVisible, `the focus on ${target} is not visible`)
}
