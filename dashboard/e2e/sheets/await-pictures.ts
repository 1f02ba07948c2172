import type { Page } from 'playwright-core'

const MOST_MS = 5_000

/**
 * Every picture in the window is there. Those outside of it load when they are scrolled to: who waits for
 * them waits in vain, which took a minute for each page of a phone.
 */
export const awaitPictures = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        [...document.images].every((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect()
          const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
          return one.complete || !isInWindow || !one.checkVisibility()
        }),
      undefined,
      { timeout: MOST_MS },
    )
    .catch(() => undefined)
