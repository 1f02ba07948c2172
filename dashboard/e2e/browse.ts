import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from './checks.ts'

export type Look = { theme: 'light' | 'dark'; language: 'en' | 'zh'; width: 375 | 1440 }

export const looks: Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).flatMap((language) =>
    ([375, 1440] as const).map((width) => ({ theme, language, width })),
  ),
)

/**
 * Two looks of a page, opposite in theme, language and width. Four pages in a row have all eight.
 */
export const looksOf = (place: number): Look[] => {
  const first = place % (looks.length / 2)
  return [first, looks.length - 1 - first].flatMap((at) => looks[at] ?? [])
}

export const nameOf = ({ theme, language, width }: Look): string => `${width}-${theme}-${language}`

/** What a browser knows of a user who is signed in. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** A window of its own. What its console complains about is collected: a page must be silent. */
export async function openWindow(
  browser: Browser,
  look: Look,
  state?: Session,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width === 375 ? 812 : 900 },
    colorScheme: look.theme,
    locale: look.language === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    hasTouch: look.width === 375,
    ...(state && { storageState: state }),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // The browser itself notes each answer above 399; what a page does about it is checked elsewhere.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] }

/** No violation of WCAG 2.1 A and AA or of the best practices that axe knows. */
export async function checkAccess(page: Page): Promise<void> {
  await endAnimations(page)
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    type Axe = { run(context: Element | Document): Promise<{ violations: Violation[] }> }
    const { axe } = globalThis as unknown as { axe: Axe }
    // An open menu hides the page from readers: only the menu is there to be looked at.
    return (await axe.run(document.querySelector('[role=menu]') ?? document)).violations
  })
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `  ${html.slice(0, 160)} ${failureSummary}`)
        .join('\n')}`,
  )
  expect(violations.length === 0, told.join('\n'))
}

/** What fades in has less contrast until it is there. What turns for ever is not waited for. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was just drawn begins to move in the next frame; on a slow machine that is later.
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
    )
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

/** Neither the page nor a dialog on it. */
export async function checkNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `${one.tagName} is ${one.scrollWidth} px wide and shows ${one.clientWidth} px`),
  )
  expect(tooWide.length === 0, tooWide.join('\n'))
}

/** An id that a reader sees can be copied by a press. What was typed, quoted or linked is not meant. */
export async function checkIdsCopy(page: Page): Promise<void> {
  const loose = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const isId = /\b[a-z]{3}_[0-9A-Za-z]{3,}(…|[0-9A-Za-z]{19})/.test(node.textContent ?? '')
      const isAction = node.parentElement?.closest('button, a, input, textarea, blockquote, script')
      if (isId && !isAction) found.push(node.textContent ?? '')
    }
    return found
  })
  expect(loose.length === 0, `these ids cannot be copied: ${loose.join(' | ')}`)
}

/** Every part is there and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await endAnimations(page)
}
