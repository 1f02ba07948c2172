import type { Browser } from 'playwright-core'
import { type Look, openWindow } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expectSoon } from './checks.ts'
import type { Dev } from './start-dev.ts'

const desk: Look = { theme: 'light', language: 'en', width: 1440 }
const phone: Look = { ...desk, width: 375 }

/** Every page, and what the bars of the desk and the phone mark meanwhile. */
const marked = [
  ['/', 'Home', 'Home'],
  ['/studio', 'Studio', 'Studio'],
  ['/make', 'Studio', 'Studio'],
  ['/compare', 'Studio', 'Studio'],
  ['/products', 'Products', 'More'],
  [`/topics/top_${'0'.repeat(22)}`, 'Products', 'More'],
  ['/knowledge', 'Knowledge', 'Knowledge'],
  ['/credits', 'Credits', 'Credits'],
  ['/billing', 'Billing', 'More'],
  ['/connections', 'Connections', 'More'],
  ['/settings', 'Settings', 'More'],
  ['/operator', 'Operator', 'More'],
] as const

/** A bar says which page is open, also one that has no place of its own in it. */
export async function checkBars({ check }: Checks, { baseUrl, admin }: Dev, browser: Browser): Promise<void> {
  await check('the bars of desk and phone mark the page that is open', async () => {
    const { context, page } = await openWindow(browser, desk)
    await signIn(page, baseUrl, admin)
    for (const look of [desk, phone]) {
      await page.setViewportSize({ width: look.width, height: 812 })
      for (const [path, onDesk, onPhone] of marked) {
        await page.goto(`${baseUrl}${path}`)
        const current = page.locator('nav [aria-current]:not(.brand):visible')
        const wanted = look === desk ? onDesk : onPhone
        const isMarked = async () => {
          const shown = (await current.allInnerTexts()).map((text) => text.split('\n')[0])
          return shown.length === 1 && shown[0] === wanted
        }
        await expectSoon(isMarked, `${path} at ${look.width} px marks ${wanted} alone`)
      }
    }
    await context.close()
  })
}
