import type { Browser, Page } from 'playwright-core'
import {
  checkAccess,
  checkNoSidewaysScroll,
  type Look,
  looks,
  looksOf,
  nameOf,
  openWindow,
  settle,
} from './browse.ts'
import type { Checks } from './checks.ts'

type Looked = {
  baseUrl: string
  /** By the name of their pictures. */
  paths: Record<string, string>
  /** Each page in all looks instead of two. */
  isWhole: boolean
  /** Of a browser in which a user is signed in. */
  state?: Parameters<typeof openWindow>[2]
  shoot(page: Page, name: string): Promise<void>
  /** What else is checked of each page. */
  also?(page: Page): Promise<void>
}

/** Each page in two looks, or in all eight: no violation, no sideways scroll, a silent console. */
export async function lookAtPages({ check }: Checks, looked: Looked, browser: Browser): Promise<void> {
  const { baseUrl, paths, isWhole, state, shoot, also } = looked
  const lookAt = async (look: Look): Promise<void> => {
    const { context, page, complaints } = await openWindow(browser, look, state)
    for (const [place, [name, path]] of Object.entries(paths).entries()) {
      if (!isWhole && !looksOf(place).includes(look)) continue
      await check(`${name} ${nameOf(look)}`, async () => {
        await page.goto(`${baseUrl}${path}`)
        await page.locator('h1').first().waitFor()
        await settle(page)
        await shoot(page, `${name}-${nameOf(look)}`)
        await checkNoSidewaysScroll(page)
        await also?.(page)
        await checkAccess(page)
        if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'))
      })
    }
    await context.close()
  }
  // Most of the time is waiting until a page is still, so two are looked at together.
  for (let at = 0; at < looks.length; at += 2) await Promise.all(looks.slice(at, at + 2).map(lookAt))
}
