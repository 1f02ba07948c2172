import type { Browser } from 'playwright-core'
import { checkAccess, checkNoSidewaysScroll, openWindow, settle } from '../browse.ts'
import { type Checks, expect, expectSoon } from '../checks.ts'
import type { Dev } from '../start-dev.ts'

const FIRST_PAGE_BYTES_MAX = 100_000
const desk = { theme: 'light', language: 'en', width: 1440 } as const
const phone = { theme: 'dark', language: 'en', width: 375 } as const

/** The documents, as a newcomer reads them: every page on a desk and on a phone, light and dark. */
export async function walkDocuments(
  { check }: Checks,
  { baseUrl }: Pick<Dev, 'baseUrl'>,
  browser: Browser,
): Promise<void> {
  const addresses = await listPages(baseUrl)

  await check(
    `each of ${addresses.length} pages of the documents is accessible and fits its screen`,
    async () => {
      for (const look of [desk, phone]) {
        const { context, page, complaints } = await openWindow(browser, look)
        for (const address of addresses) {
          await page.goto(`${baseUrl}${address}`)
          await settle(page)
          await checkAccess(page).catch((error: Error) => {
            throw new Error(`${address} at ${look.width}: ${error.message}`)
          })
          await checkNoSidewaysScroll(page)
        }
        expect(complaints.length === 0, complaints.join('\n'))
        await context.close()
      }
    },
  )

  await check(
    'the first page of the documents is below 100 kB on the wire, with all that it loads',
    async () => {
      const { context, page } = await openWindow(browser, desk)
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await page.goto(`${baseUrl}/docs`)
      await settle(page)
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      console.log(`     first page: ${(bytes / 1_000).toFixed(1)} kB`)
      expect(bytes > 0 && bytes < FIRST_PAGE_BYTES_MAX, `${bytes} bytes`)
      await context.close()
    },
  )

  await check('the search opens by a key, finds a page, and leads there', async () => {
    const { context, page, complaints } = await openWindow(browser, desk)
    await page.goto(`${baseUrl}/docs`)
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('is there a webhook')
    await page.getByRole('link', { name: /Is there a webhook/ }).waitFor()
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/faq#is-there-a-webhook')
    expect(complaints.length === 0, complaints.join('\n'))
    await context.close()
  })

  await checkExamples({ check }, baseUrl, browser)
}

async function checkExamples(
  { check }: Pick<Checks, 'check'>,
  baseUrl: string,
  browser: Browser,
): Promise<void> {
  await check(
    'examples have the address of the service and the chosen language; old places lead on',
    async () => {
      const { context, page } = await openWindow(browser, phone)
      await page.goto(`${baseUrl}/docs/quick-start`)
      await page.getByText(`export ATELIER_URL=${baseUrl}`).waitFor()
      await page.goto(`${baseUrl}/docs/reference/generation`)
      await page.getByRole('button', { name: 'Python' }).first().click()
      await page.getByText('answer = call("POST", "/api/gen/image"').waitFor()
      await page.goto(`${baseUrl}/docs/reference/media`)
      await page.getByText('answer = call("GET", "/api/gen/media/').first().waitFor()
      await page.getByRole('button', { name: 'Pages' }).click()
      await page.getByRole('link', { name: 'Quick start' }).first().waitFor()
      await page.goto(`${baseUrl}/docs#submitVideo`)
      await expectSoon(
        async () => page.url().endsWith('/docs/reference/generation#submitVideo'),
        'the place of the former page leads to the new one',
      )
      await context.close()
    },
  )
}

async function listPages(baseUrl: string): Promise<string[]> {
  const first = await (await fetch(`${baseUrl}/docs`)).text()
  const found = [...first.matchAll(/ href="(\/docs(?:\/[\w/-]+)?)"/g)].map(([, address = '']) => address)
  return [...new Set(found)]
}
