import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const RESUMES_MS = 5_000

/** An open page follows what agents do, through a dead api, and asks nothing while it is hidden. */
export async function checkChanges(
  { check }: Checks,
  { baseUrl, owner }: Dev,
  browser: Browser,
): Promise<void> {
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, '/studio')
  const order = async (prompt: string): Promise<void> => {
    const answer = await fetch(`${baseUrl}/api/gen/image`, {
      method: 'POST',
      headers: { 'x-api-key': owner.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    })
    if (answer.status === 429) {
      // What was seeded before counts for the same minute.
      const { retryAfterSeconds } = await answer.json()
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000))
      return order(prompt)
    }
    expect(answer.status === 201, `status ${answer.status}`)
  }
  const shown = (prompt: string) => page.getByRole('img', { name: prompt, exact: true })

  await check('what an agent orders appears by itself, once, and the lists are not polled', async () => {
    await order('The first one that appears by itself')
    await shown('The first one that appears by itself').waitFor({ timeout: 15_000 })
    await settle(page)
    const asked = countRequests(page)
    await page.waitForTimeout(8_000)
    expect((await shown('The first one that appears by itself').count()) === 1, 'it is there twice')
    const { lists, changes } = asked()
    expect(changes >= 1 && lists === 0, `${changes} looks at the changes, ${lists} reads of lists`)
  })

  await check(
    'the open pages of a browser ask once for all, and go on when the one that asks is closed',
    () => shareLooks(page, baseUrl, order),
  )

  await check('after a dead api the page is up to date within five seconds, with nothing twice', async () => {
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await page.getByText(/^Not connected\. This is what we knew at/).waitFor({ timeout: 15_000 })
    await order('One that was made while nobody answered')
    await order('Another one that was made meanwhile')
    await page.waitForTimeout(4_000)
    await page.unroute('**/api/**')
    const began = Date.now()
    await shown('One that was made while nobody answered').waitFor({ timeout: RESUMES_MS })
    await shown('Another one that was made meanwhile').waitFor({ timeout: RESUMES_MS })
    console.log(`     up to date after ${((Date.now() - began) / 1_000).toFixed(1)} s`)
    for (const prompt of ['One that was made while nobody answered', 'Another one that was made meanwhile'])
      expect((await shown(prompt).count()) === 1, `${prompt}: it is there twice`)
  })

  await check('a hidden page asks nothing', async () => {
    await settle(page)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.waitForTimeout(1_000)
    const asked = countRequests(page)
    await page.waitForTimeout(8_000)
    expect(asked().changes === 0, `${asked().changes} looks while hidden`)
  })
  await context.close()
}

const PAGES = 4
const WATCHED_MS = 10_000
/** Four pages by themselves look eight times in ten quiet seconds; together twice, or once more. */
const LOOKS_MAX = 4

async function shareLooks(
  page: Page,
  baseUrl: string,
  order: (prompt: string) => Promise<void>,
): Promise<void> {
  const others: Page[] = []
  for (let at = 1; at < PAGES; at++) {
    const other = await page.context().newPage()
    await other.goto(`${baseUrl}/studio`)
    await settle(other)
    others.push(other)
  }
  const all = [page, ...others]
  await order('One that four pages show')
  const areShown = (pages: Page[], prompt: string) =>
    Promise.all(pages.map((one) => one.getByRole('img', { name: prompt, exact: true }).waitFor()))
  await areShown(all, 'One that four pages show')
  await page.waitForTimeout(3_000)
  const asked = all.map(countRequests)
  await page.waitForTimeout(WATCHED_MS)
  const looks = asked.map((count) => count().changes)
  const sum = looks.reduce((total, one) => total + one, 0)
  expect(sum >= 1 && sum <= LOOKS_MAX, `the pages looked ${looks.join(', ')} times`)
  // Any of the others may be the one that asks; the first page stays for the next checks.
  const [left, ...closed] = others.toSorted(
    (one, other) => (looks[all.indexOf(one)] ?? 0) - (looks[all.indexOf(other)] ?? 0),
  )
  for (const one of closed) await one.close()
  await order('One that the last two show')
  await areShown([page, left as Page], 'One that the last two show')
  await left?.close()
}

/** How often the page asks for changes and for lists, from now on. */
function countRequests(page: Page): () => { changes: number; lists: number } {
  const urls: string[] = []
  page.on('request', (request) => urls.push(new URL(request.url()).pathname))
  const count = (pattern: RegExp) => urls.filter((path) => pattern.test(path)).length
  return () => ({ changes: count(/\/changes$/), lists: count(/\/owner\/live\/media$/) })
}
