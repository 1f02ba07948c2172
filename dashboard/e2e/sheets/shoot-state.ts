import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Look, nameOf, openWindow, settle } from '../browse.ts'
import { type Places, pagePathsOf } from '../page-paths.ts'
import { holdAnswers, refuseAll } from './hold-answers.ts'
import { joinPictures, type Labelled } from './join-pictures.ts'
import { takePicture } from './take-picture.ts'

export type State = {
  name: string
  baseUrl: string
  /** Signed in. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>
  places: Places
  /** What the service does while the pages are looked at. */
  service?: 'answers' | 'waits' | 'refuses'
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

async function shootPages(
  browser: Browser,
  folder: string,
  { name, baseUrl, session, places, service = 'answers' }: State,
  look: Look,
): Promise<Labelled[]> {
  const pictures: Labelled[] = []
  const { context, page } = await openWindow(browser, look, session)
  if (service === 'waits') await holdAnswers(page)
  if (service === 'refuses') await refuseAll(page)
  const paths = { ...pagePathsOf(places), picture: `/studio/${places.compared[0]}` }
  for (const [label, path] of Object.entries(paths)) {
    await page.goto(`${baseUrl}${path}`)
    await waitFor(page, service)
    const file = join(folder, 'pictures', `${name}-${label}-${nameOf(look)}.png`)
    await takePicture(page, file)
    pictures.push({ label: `${name}: ${label}`, file })
  }
  await context.close()
  return pictures
}

/** Long enough for what the page shows in the end. */
async function waitFor(page: Page, service: 'answers' | 'waits' | 'refuses'): Promise<void> {
  if (service === 'answers') return settle(page)
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
