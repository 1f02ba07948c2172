import type { Browser } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { type Checks, expect } from './checks.ts'
import type { Dev } from './start-dev.ts'

export const SCRIPT_BYTES_MAX = 190_000

/** What the scripts of the first page weigh on the wire, for a visitor without a session. */
export async function readScriptBytes(browser: Browser, baseUrl: string): Promise<number> {
  const { context, page } = await openWindow(browser, { theme: 'light', language: 'en', width: 1440 })
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  await page.goto(baseUrl)
  await settle(page)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes
}

/** What a browser downloads before a first visitor sees the page. */
export async function checkFirstLoad({ check }: Checks, { baseUrl }: Dev, browser: Browser): Promise<void> {
  await check('the first load is at most 190 kB of compressed script', async () => {
    const bytes = await readScriptBytes(browser, baseUrl)
    console.log(`     first load: ${(bytes / 1000).toFixed(1)} kB of script`)
    expect(bytes > 0 && bytes <= SCRIPT_BYTES_MAX, `${bytes} bytes`)
  })

  await check('the page is never cached, its files for ever, and nothing inline may run', async () => {
    const page = await fetch(`${baseUrl}/studio/anything`, { headers: { accept: 'text/html' } })
    expect(page.status === 200, `status ${page.status}`)
    expect(page.headers.get('cache-control') === 'no-cache', 'index.html must be asked for each time')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(/script-src 'self'/.test(policy) && !/unsafe/.test(policy), policy)
    const html = await page.text()
    expect(!/<script>|<style| on\w+=| style=/.test(html), 'something is inline')
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
    const asset = await fetch(`${baseUrl}${script}`)
    expect(/immutable/.test(asset.headers.get('cache-control') ?? ''), 'assets must be immutable')
    expect((await asset.text()).length > 1_000, 'the script is empty')
  })

  await check('an unknown path of the API stays a refusal in JSON, for a browser too', async () => {
    for (const path of ['/api/nothing', '/api/owner/live/nothing', '/health/nothing', '/assets/nothing.js']) {
      const { status, headers } = await fetch(`${baseUrl}${path}`, { headers: { accept: 'text/html' } })
      expect(status === 404, `${path}: ${status}`)
      expect(/json/.test(headers.get('content-type') ?? ''), `${path} is not JSON`)
    }
  })
}
