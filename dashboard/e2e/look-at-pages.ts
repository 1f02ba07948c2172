import type { Browser, Page } from 'playwright-core'
import {
  checkAccess,
  checkNoSidewaysScroll,
  type Look,
  looks,
  looksOf,
  nameOf,
  openWindow,
  type Session,
} from './browse.ts'
import type { Checks } from './checks.ts'
import { openOver, openView, type View, type Views } from './views/view.ts'

type Looked = {
  baseUrl: string
  views: Views
  /** Each view in all looks instead of two, and what opens on it in all instead of one. */
  isWhole: boolean
  /** Of a browser in which a user is signed in. */
  session?: Session
  shoot(page: Page, name: string): Promise<void>
  /** What else is checked of each page. */
  also?(page: Page): Promise<void>
}

type Window = Awaited<ReturnType<typeof openWindow>> & { look: Look }

/** Each view in two looks, or in all eight: no violation, no sideways scroll, a silent console. */
export async function lookAtPages(checks: Checks, looked: Looked, browser: Browser): Promise<void> {
  const lookAt = async (look: Look): Promise<void> => {
    const window = { ...(await openWindow(browser, look, looked.session)), look }
    for (const [place, [name, view]] of Object.entries(looked.views).entries())
      if (looked.isWhole || looksOf(place).includes(look))
        await lookAtView(checks, looked, { window, name, view, place })
    await window.context.close()
  }
  // Most of the time is waiting until a page is still, so two are looked at together.
  for (let at = 0; at < looks.length; at += 2) await Promise.all(looks.slice(at, at + 2).map(lookAt))
}

type Given = { window: Window; name: string; view: View; place: number }

async function lookAtView(checks: Checks, looked: Looked, given: Given): Promise<void> {
  const { window, name, view, place } = given
  const { page, look, complaints } = window
  const { baseUrl, isWhole, shoot } = looked
  const lookAt = async (shown: string): Promise<void> => {
    await shoot(page, `${shown.replaceAll(' ', '-')}-${nameOf(look)}`)
    await checkNoSidewaysScroll(page)
    await checkAccess(page)
    if (complaints.length > 0) throw new Error(complaints.splice(0).join('\n'))
  }
  await checks.look(`${name} ${nameOf(look)}`, async () => {
    await openView(page, baseUrl, view, look)
    await looked.also?.(page)
    await lookAt(name)
  })
  for (const [at, [over, act]] of Object.entries(view.opened ?? {}).entries()) {
    // Each in one of the two looks of its page: eight in a row have all of them.
    if (!isWhole && looksOf(place)[at % 2] !== look) continue
    await checks.look(`${name}, ${over} ${nameOf(look)}`, async () => {
      await openOver(page, baseUrl, { view, act, look })
      await lookAt(`${name} ${over}`)
    })
  }
}
