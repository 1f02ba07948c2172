import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type Look, nameOf, openWindow, type Session, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { expect } from '../checks.ts'
import { movePassword } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { findBest } from './find-best.ts'
import { joinPictures } from './join-pictures.ts'
import { openNewKey, openSecret } from './open-secret.ts'
import { settleStill } from './settle-still.ts'
import { takePicture } from './take-picture.ts'
import { changeEntry, verifyChain } from './verify-chain.ts'

/** A page of the mock, ours beside it, and what has to be done on ours to get there. */
type Pair = {
  name: string
  mock: string
  path: string
  language?: 'zh'
  act?: (page: Page) => Promise<void>
  /** One entry of the ledger is changed behind the service meanwhile. */
  isBroken?: true
}

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  ([1440, 375] as const).map((width) => ({ theme, width })),
)
const PICTURE_WIDTH = { 1440: 900, 375: 375 }

const pairsOf = (productId: string, mediaId: string): Pair[] => [
  { name: 'home', mock: 'home.html', path: '/' },
  { name: 'home-zh', mock: 'home-zh.html', path: '/', language: 'zh' },
  { name: 'studio', mock: 'studio.html', path: '/studio' },
  { name: 'media', mock: 'media.html', path: `/studio/${mediaId}` },
  { name: 'entry-points', mock: 'entry-points.html', path: `/products/${productId}?tab=points` },
  { name: 'credits', mock: 'credits.html', path: '/credits', act: verifyChain },
  { name: 'credits-broken', mock: 'credits.html#broken', path: '/credits', act: verifyChain, isBroken: true },
  { name: 'knowledge', mock: 'knowledge.html', path: `/knowledge?product=${productId}` },
  { name: 'connections', mock: 'connections.html', path: '/connections' },
  { name: 'new-key', mock: 'connections.html#new-key', path: '/connections', act: openNewKey },
  { name: 'secret', mock: 'connections.html#secret', path: '/connections', act: openSecret },
]

/** Each page of a mock beside ours on the demo account, at two widths, light and dark. */
export async function pairMocks(dev: Dev, browser: Browser, folder: string, mocks: string): Promise<void> {
  expect(existsSync(join(mocks, 'home.html')), `there is no home.html in ${mocks}`)
  const { context, page } = await openWindow(browser, { theme: 'light', language: 'en', width: 1440 })
  await signIn(page, dev.baseUrl, dev.owner, '/studio')
  // On a slow machine the secret comes later than a password counts.
  await movePassword(dev, dev.owner.email, 1)
  const session = await context.storageState()
  const { productId, best } = await findBest(page)
  await context.close()
  for (const pair of pairsOf(productId, best)) {
    if (pair.isBroken) await changeEntry(dev, -1)
    for (const { theme, width } of looks) {
      const look: Look = { theme, width, language: pair.language ?? 'en' }
      await joinPair(browser, { dev, folder, mocks, session }, pair, look)
    }
    if (pair.isBroken) await changeEntry(dev, 1)
  }
}

type Given = {
  dev: Dev
  folder: string
  mocks: string
  session: Session
}

async function joinPair(
  browser: Browser,
  { dev, folder, mocks, session }: Given,
  pair: Pair,
  look: Look,
): Promise<void> {
  const { context, page } = await openWindow(browser, look, session)
  const files = ['mock', 'ours'].map((side) =>
    join(folder, 'pictures', `${pair.name}-${nameOf(look)}-${side}.png`),
  ) as [string, string]
  const [name, hash = ''] = pair.mock.split('#')
  await page.goto(`${pathToFileURL(resolve(mocks, name ?? '')).href}${hash && `#${hash}`}`)
  await settle(page)
  await takePicture(page, files[0])
  await page.goto(`${dev.baseUrl}${pair.path}`)
  await settle(page)
  await pair.act?.(page)
  await settleStill(page)
  await takePicture(page, files[1])
  await context.close()
  await joinPictures(browser, {
    file: join(folder, `mock-${pair.name}-${nameOf(look)}.png`),
    columns: 2,
    pictureWidth: PICTURE_WIDTH[look.width],
    pictures: [
      { label: `mock: ${pair.name}`, file: files[0] },
      { label: `ours: ${pair.name}, ${nameOf(look)}`, file: files[1] },
    ],
  })
}
