import type { Page } from 'playwright-core'
import { median, printProgress } from '../../../server/harness/report/index.ts'
import { openWindow } from '../browse.ts'
import { readScriptBytes, SCRIPT_BYTES_MAX } from '../check-first-load.ts'
import type { Figures } from './figures.ts'
import { desk, type Studio } from './open-studio.ts'
import { readWatched, watchPage } from './watch-page.ts'

const SLOWER = 4
const READY_S = 1.5
const READY_WITHIN_MS = 30_000

/** What a first visitor downloads, and how long a slow machine needs until it shows something useful. */
export async function measureFirstLoad(figures: Figures, studio: Studio, loads: number): Promise<void> {
  const { browser, system } = studio
  const bytes = await readScriptBytes(browser, system.baseUrl)
  figures.atMost('first load, compressed script', bytes / 1_000, SCRIPT_BYTES_MAX / 1_000, 'kB')
  const openSignIn = async (prepare: (page: Page) => Promise<void>) => {
    const { page } = await openWindow(browser, desk)
    await prepare(page)
    await page.goto(`${system.baseUrl}/sign-in`)
    return page
  }
  const places = {
    'the sign-in': () => openSignIn((page) => prepareSlow(page, 'input[name=email]')),
    'the Studio': () => studio.openPage('/studio', (page) => prepareSlow(page, '.tile')),
  }
  for (const [name, open] of Object.entries(places)) {
    const taken: number[] = []
    for (let load = 0; load < loads; load++) taken.push(await measureReady(await open()))
    printProgress(`${name} was ready after ${taken.map((s) => s.toFixed(2)).join(', ')} s`)
    const label = `${name} is ready, CPU ${SLOWER} times slower, median of ${loads}`
    figures.atMost(label, median(taken), READY_S, 's')
  }
}

async function prepareSlow(page: Page, ready: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await watchPage(page, ready)
}

async function measureReady(page: Page): Promise<number> {
  await page.waitForFunction(
    () => (globalThis as unknown as { watched: { readyMs: number | null } }).watched.readyMs !== null,
    undefined,
    { timeout: READY_WITHIN_MS },
  )
  const { readyMs } = await readWatched(page)
  await page.context().close()
  return (readyMs ?? Number.POSITIVE_INFINITY) / 1_000
}
