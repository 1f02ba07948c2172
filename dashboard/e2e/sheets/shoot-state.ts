import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Look, nameOf, openWindow, type Session } from '../browse.ts'
import { openOver, openView, type Views } from '../views/view.ts'
import { holdAnswers, refuseAll } from './hold-answers.ts'
import { joinPictures, type Labelled } from './join-pictures.ts'
import { takePicture } from './take-picture.ts'

export type State = {
  name: string
  baseUrl: string
  views: Views
  /** Of who is signed in. */
  session?: Session
  /** What the service does while the pages are looked at; what opens on them is left out then. */
  service?: 'waits' | 'refuses'
}

const sheetLooks: Look[] = [
  { theme: 'light', language: 'en', width: 1440 },
  { theme: 'dark', language: 'zh', width: 375 },
]

const PICTURES_PER_SHEET = { 1440: 9, 375: 14 }
const COLUMNS = { 1440: 3, 375: 7 }
const PICTURE_WIDTH = { 1440: 620, 375: 270 }

/** Every page of an account, on a desk and on a phone, each as a picture and all on sheets. */
export async function shootState(browser: Browser, folder: string, state: State): Promise<void> {
  await Promise.all(
    sheetLooks.map(async (look) => {
      const pictures = await shootPages(browser, folder, state, look)
      for (let at = 0; at < pictures.length; at += PICTURES_PER_SHEET[look.width]) {
        const place = 1 + at / PICTURES_PER_SHEET[look.width]
        await joinPictures(browser, {
          file: join(folder, `${state.name}-${nameOf(look)}-${place}.png`),
          columns: COLUMNS[look.width],
          pictureWidth: PICTURE_WIDTH[look.width],
          pictures: pictures.slice(at, at + PICTURES_PER_SHEET[look.width]),
        })
      }
    }),
  )
}

async function shootPages(browser: Browser, folder: string, state: State, look: Look): Promise<Labelled[]> {
  const { name, baseUrl, session, views, service } = state
  const pictures: Labelled[] = []
  const { context, page } = await openWindow(browser, look, session)
  if (service === 'waits') await holdAnswers(page)
  if (service === 'refuses') await refuseAll(page)
  // One that cannot be reached is told, and the others are still drawn.
  const draw = async (shown: string, open: () => Promise<void>) => {
    await open().catch((error: Error) =>
      console.log(`     ${name}: ${shown} ${nameOf(look)} is not as wanted: ${error.message.split('\n')[0]}`),
    )
    const file = join(folder, 'pictures', `${name}-${shown.replaceAll(' ', '-')}-${nameOf(look)}.png`)
    await takePicture(page, file)
    pictures.push({ label: `${name}: ${shown}`, file })
  }
  for (const [label, view] of Object.entries(views)) {
    await draw(label, async () => {
      if (!service) return openView(page, baseUrl, view, look)
      await page.goto(`${baseUrl}${view.path}`)
      await waitWithout(page, service)
    })
    if (service) continue
    for (const [over, act] of Object.entries(view.opened ?? {}))
      await draw(`${label} ${over}`, () => openOver(page, baseUrl, { view, act, look }))
  }
  await context.close()
  return pictures
}

/** Long enough for what the page shows in the end. */
async function waitWithout(page: Page, service: 'waits' | 'refuses'): Promise<void> {
  if (service === 'waits') {
    await page.waitForTimeout(1_200)
    return
  }
  // A refused read is repeated twice before the page tells of it.
  await page
    .locator('main [role=alert]')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined)
  await page.waitForTimeout(500)
}
