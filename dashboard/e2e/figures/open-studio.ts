import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { closeOnExit } from '../../../server/harness/cleanup/index.ts'
import { buildDashboard } from '../../../server/harness/dev/build-dashboard.ts'
import { openDatabase, openSystem, type SeededUser } from '../../../server/harness/driver/index.ts'
import { type System, waitUntil } from '../../../server/harness/processes/index.ts'
import { printProgress } from '../../../server/harness/report/index.ts'
import { openWindow } from '../browse.ts'
import { signIn } from '../check-session.ts'

/** As long as a fast generator needs: an open page knows a job before it ends. */
export const RENDER_MS = 6_000
/** 20 pages of one owner ask more often in a minute than the limit of a person allows. */
const SETTINGS = { SIMULATOR_RENDER_MS: String(RENDER_MS), RATE_LIMIT_FACTOR: '20', LOG_LEVEL: 'error' }
const ENDS_WITHIN_MS = 90_000

export const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** A media as the database knows it. */
export type Stored = { id: string; prompt: string; storedMs: number }

export type Studio = {
  system: System
  browser: Browser
  owner: SeededUser
  /**
   * A signed-in page: in a browser profile of its own, or beside another page in its profile. `prepare` runs
   * before it opens an address.
   */
  openPage(path: string, prepare?: (page: Page) => Promise<void>, beside?: Page): Promise<Page>
  /** Orders a picture with the key of an agent. */
  order(prompt: string): Promise<void>
  /** Waits until these jobs have ended, and says when the database stored them. */
  waitForStored(prompts: string[]): Promise<Stored[]>
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

/** The whole system, the built dashboard and a browser with a session of the owner. */
export async function openStudio(): Promise<Studio> {
  const signal = AbortSignal.timeout(180_000)
  await buildDashboard(() => printProgress('building the dashboard ...'), signal)
  const { system, owner, databaseUrl } = await openSystem('figures', { env: SETTINGS })
  const database = await openDatabase(databaseUrl)
  closeOnExit(() => database.end())
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  closeOnExit(() => browser.close())
  const state = await readSession(browser, system.baseUrl, owner)
  const send = (path: string, body: object) => post(`${system.baseUrl}/api/gen/${path}`, owner.apiKey, body)
  const { product } = (await send('products', { name: 'Enamel mug' })) as { product: { id: string } }
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.query(text, values)).rows as Row[]
  return {
    system,
    browser,
    owner,
    query,
    openPage: async (path, prepare, beside) => {
      const page = beside ? await beside.context().newPage() : (await openWindow(browser, desk, state)).page
      await prepare?.(page)
      await page.goto(`${system.baseUrl}${path}`)
      return page
    },
    order: async (prompt) => {
      await send('image', { prompt, productId: product.id })
    },
    waitForStored: async (prompts) => {
      const read = () =>
        query<Stored>(
          `select id, prompt, (extract(epoch from finished_at) * 1000)::float8 as "storedMs" from media
           where prompt = any($1) and status = 'completed'`,
          [prompts],
        )
      const isStored = async () => (await read()).length === prompts.length
      await waitUntil('every job is completed', isStored, { withinMs: ENDS_WITHIN_MS, everyMs: 250 })
      return read()
    },
  }
}

async function readSession(
  browser: Browser,
  baseUrl: string,
  owner: SeededUser,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/settings')
  const state = await context.storageState()
  await context.close()
  return state
}

async function post(url: string, apiKey: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`${url} was answered ${answer.status}`)
  return answer.json()
}

/** Until the wall shows its first tile. */
export const waitForWall = async (page: Page): Promise<void> => {
  await page.locator('.tile').first().waitFor()
  await sleep(1_000)
}
