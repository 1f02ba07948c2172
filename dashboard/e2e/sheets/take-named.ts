import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Look, openWindow, type Session } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { movePassword } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { findBest } from './find-best.ts'
import { openSecret } from './open-secret.ts'
import { settleStill } from './settle-still.ts'
import { changeEntry, verifyChain } from './verify-chain.ts'

/** `act`: what has to be done on the page before it is taken. `as`: another than the owner of the demo. */
type Named = { path: string; look: Look; as?: 'admin' | 'nobody'; act?: (page: Page) => Promise<void> }

const desk: Look = { theme: 'light', language: 'en', width: 1440 }
const night: Look = { ...desk, theme: 'dark' }
const phone: Look = { ...desk, width: 375 }
const phoneAtNight: Look = { ...phone, theme: 'dark' }

const writePrompt = async (page: Page) => {
  await page.getByLabel('Prompt', { exact: true }).fill('The mug in the rain, a yellow flask beside it')
  await page.getByRole('button', { name: /Make · 400 credits/ }).waitFor()
}

const searchSteam = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('steam')
  await page.getByRole('option').first().waitFor()
}

/** A purchase on the page of the double of Stripe, and back. */
const buy = async (page: Page) => {
  await page.getByRole('button', { name: /^Buy 10,000 credits/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('10,000 credits have arrived.').waitFor()
  await page.getByRole('link', { name: /^Receipt of/ }).waitFor()
}

/** One entry is changed behind the service for as long as the walk takes. */
const breakChain = (dev: Dev) => async (page: Page) => {
  await changeEntry(dev, -1)
  await verifyChain(page)
  await changeEntry(dev, 1)
}

/** The pictures that are committed, by the names of their files. */
const namedOf = (dev: Dev, best: Awaited<ReturnType<typeof findBest>>): Record<string, Named> => ({
  home: { path: '/', look: desk },
  'home-phone': { path: '/', look: phoneAtNight },
  'home-zh': { path: '/', look: { ...desk, language: 'zh' } },
  'studio-desk': { path: '/studio', look: night },
  'studio-phone': { path: '/studio', look: phone },
  picture: { path: `/studio/${best.best}`, look: desk },
  'picture-phone': { path: `/studio/${best.best}`, look: phone },
  compare: { path: `/compare?first=${best.best}&second=${best.second}`, look: desk },
  make: { path: '/make', look: desk, act: writePrompt },
  products: { path: '/products', look: desk },
  'entry-points': { path: `/products/${best.productId}?tab=points`, look: desk },
  knowledge: { path: `/knowledge?product=${best.productId}`, look: desk },
  'knowledge-phone': { path: `/knowledge?product=${best.productId}`, look: phone },
  pictures: { path: '/knowledge?tab=pictures', look: desk },
  plan: { path: `/knowledge?tab=plan&product=${best.productId}`, look: desk },
  'review-phone': { path: '/knowledge?tab=review', look: { ...phoneAtNight, language: 'zh' } },
  credits: { path: '/credits', look: desk, act: verifyChain },
  'credits-broken': { path: '/credits', look: night, act: breakChain(dev) },
  'credits-phone': { path: '/credits', look: phoneAtNight },
  search: { path: '/', look: night, act: searchSteam },
  connections: { path: '/connections', look: desk },
  'connections-phone': { path: '/connections', look: phone },
  'settings-phone': { path: '/settings', look: phone },
  operator: { path: '/operator', look: desk, as: 'admin' },
  'sign-in-phone': { path: '/sign-in', look: phone, as: 'nobody' },
  // Not before the others: what was bought is in the balance.
  billing: { path: '/billing', look: desk, act: buy },
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
  const named = namedOf(dev, await findBest(page))
  await context.close()
  const admin = await sessionOfAdmin(dev, browser)
  for (const [name, { path, look, as = 'owner', act }] of Object.entries(named)) {
    const window = await openWindow(browser, look, { owner: session, admin, nobody: undefined }[as])
    await window.page.goto(`${dev.baseUrl}${path}`)
    await settleStill(window.page)
    await act?.(window.page)
    await settleStill(window.page)
    await window.page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await window.context.close()
    console.log(`     ${name}`)
  }
}

async function sessionOfAdmin(dev: Dev, browser: Browser): Promise<Session> {
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, dev.baseUrl, dev.admin)
  const session = await context.storageState()
  await context.close()
  return session
}
