import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expect } from '../checks.ts'
import type { Dev } from '../start-dev.ts'

type Owned = Dev & { productId: string; compared: [string, string] }

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** Every page of an owner in the window of another user: nothing of the owner is shown or sent. */
export async function walkSecondUser(
  { check }: Checks,
  { baseUrl, owner, second: other, productId, compared: [first, second] }: Owned,
  browser: Browser,
): Promise<void> {
  await check('a second user sees nothing of the first, on no page and in no answer', async () => {
    const secrets = await readAll(baseUrl, owner.apiKey)
    expect(secrets.length > 20, `${secrets.length} texts of the owner`)
    const { context, page } = await openWindow(browser, desk)
    const answers = collectAnswers(page)
    await signIn(page, baseUrl, other, '/')
    const paths = [
      ...['/', '/studio', `/studio/${first}`, `/compare?first=${first}&second=${second}`],
      ...[`/make?from=${first}`, `/make?product=${productId}`, '/products', '/products?tab=characters'],
      ...['/products?tab=topics', `/products/${productId}`, `/products/${productId}?tab=points`],
      ...[`/products/${productId}?tab=library`, `/products/${productId}?tab=results`, '/knowledge'],
      ...[`/knowledge?product=${productId}`, `/knowledge?tab=plan&product=${productId}`],
      ...['/knowledge?tab=review', '/credits', '/billing', '/connections', '/settings'],
    ]
    const shown: string[] = []
    for (const path of paths) {
      await page.goto(`${baseUrl}${path}`)
      await settle(page)
      shown.push((await page.locator('body').textContent()) ?? '')
    }
    const texts = [...shown, ...(await answers())]
    expect(texts.length > 3 * paths.length, `only ${texts.length} texts were read`)
    // An id that was asked for may be named again; everything else of the owner may not.
    const found = secrets.filter((secret) => texts.some((text) => text.includes(secret)))
    await context.close()
    expect(found.length === 0, `shown to the second user: ${found.slice(0, 5).join(' | ')}`)
  })
}

/** Prompts, names, texts, files and addresses of the owner, and ids that no page is asked for. */
async function readAll(baseUrl: string, key: string): Promise<string[]> {
  const read = async (path: string) =>
    (await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } })).json()
  const { media } = await read('/api/gen/media?limit=100')
  const { products } = await read('/api/gen/products?limit=100')
  const { characters } = await read('/api/gen/characters?limit=100')
  const { topics } = await read('/api/agent/topics')
  const { notes } = await read('/api/agent/knowledge/notes')
  const { transactions } = await read('/api/gen/credits?limit=100')
  const { ceps } = await read(`/api/agent/ceps?productId=${products[0].id}`)
  type Row = Record<string, string | null>
  const take = (rows: Row[], ...fields: string[]) =>
    rows.flatMap((row) => fields.flatMap((field) => row[field] ?? []))
  return [
    ...take(media, 'prompt', 'videoUrl', 'thumbnailUrl'),
    ...take([...products, ...characters, ...topics], 'name'),
    ...take([...characters, ...topics], 'id'),
    ...take(notes ?? [], 'text', 'id'),
    ...take(transactions, 'id', 'txHash'),
    ...take(ceps, 'cepText', 'id'),
  ].filter((text) => text.length > 3)
}

/** The body of every answer of the API, as it was sent to this page. */
function collectAnswers(page: Page): () => Promise<string[]> {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) bodies.push(response.text().catch(() => ''))
  })
  return () => Promise.all(bodies)
}
