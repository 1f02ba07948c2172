import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Look, openWindow } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { movePassword } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { findBest } from './find-best.ts'
import { openSecret } from './open-secret.ts'
import { settleStill } from './settle-still.ts'
import { verifyChain } from './verify-chain.ts'

/** `act`: what has to be done on the page before it is taken. */
type Named = { path: string; look: Look; act?: (page: Page) => Promise<void> }

const desk: Look = { theme: 'light', language: 'en', width: 1440 }
const night: Look = { ...desk, theme: 'dark' }
const phone: Look = { ...desk, width: 375 }
const phoneAtNight: Look = { ...phone, theme: 'dark' }

const writePrompt = async (page: Page) => {
  await page.getByLabel('Prompt', { exact: true }).fill('The mug in the rain, a yellow flask beside it')
  await page.getByRole('button', { name: /Make · 400 credits/ }).waitFor()
}

/** The pictures that are committed, by the names of their files. */
const namedOf = (best: Awaited<ReturnType<typeof findBest>>): Record<string, Named> => ({
  home: { path: '/', look: desk },
  'home-phone': { path: '/', look: phoneAtNight },
  'studio-desk': { path: '/studio', look: night },
  'studio-phone': { path: '/studio', look: phone },
  picture: { path: `/studio/${best.best}`, look: desk },
  compare: { path: `/compare?first=${best.best}&second=${best.second}`, look: desk },
  make: { path: '/make', look: desk, act: writePrompt },
  'entry-points': { path: `/products/${best.productId}?tab=points`, look: desk },
  knowledge: { path: `/knowledge?product=${best.productId}`, look: desk },
  pictures: { path: '/knowledge?tab=pictures', look: desk },
  plan: { path: `/knowledge?tab=plan&product=${best.productId}`, look: desk },
  'review-phone': { path: '/knowledge?tab=review', look: { ...phoneAtNight, language: 'zh' } },
  credits: { path: '/credits', look: desk, act: verifyChain },
  'connections-phone': { path: '/connections', look: phone },
  'settings-phone': { path: '/settings', look: phone },
  // Last: its key would be on the other pictures.
  secret: { path: '/connections', look: night, act: openSecret },
})

/** Takes the pictures that are committed, on the demo account: one window each, as large as the window. */
export async function takeNamed(dev: Dev, browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, dev.baseUrl, dev.owner, '/studio')
  // On a slow machine the secret comes later than a password counts.
  await movePassword(dev, dev.owner.email, 1)
  const session = await context.storageState()
  const named = namedOf(await findBest(page))
  await context.close()
  for (const [name, { path, look, act }] of Object.entries(named)) {
    const window = await openWindow(browser, look, session)
    await window.page.goto(`${dev.baseUrl}${path}`)
    await settleStill(window.page)
    await act?.(window.page)
    await settleStill(window.page)
    await window.page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await window.context.close()
    console.log(`     ${name}`)
  }
}
