import type { Failures } from '../../harness/attacks/index.ts'
import { sendRequest } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'
import { openWindow, signInOnPage } from './sign-in.ts'

const PAGES = ['/', '/sign-in', '/studio', '/settings', '/no/such/page']
const FRAME_MS = 5_000

/** No other site shows our pages inside its own, where a click would mean something else. */
export async function attackByFrame(world: World, { unless }: Failures): Promise<void> {
  const target = { baseUrl: world.baseUrl, headers: { accept: 'text/html' } }
  for (const path of PAGES) {
    const { headers } = await sendRequest(target, 'GET', path)
    const policy = String(headers['content-security-policy'] ?? '').split('; ')
    unless(policy.includes("frame-ancestors 'none'"), `${path} has no rule frame-ancestors`)
    unless(headers['x-frame-options'] === 'DENY', `${path} has no header x-frame-options`)
    const opener = headers['cross-origin-opener-policy']
    unless(opener === 'same-origin', `${path} leaves its window to the page that opened it`)
  }
  const documents = await sendRequest(target, 'GET', '/docs')
  const policy = String(documents.headers['content-security-policy'] ?? '')
  unless(policy.includes("frame-ancestors 'none'"), '/docs has no rule frame-ancestors')
  for (const site of [world.otherSite.sameSite, world.otherSite.crossSite])
    unless(!(await isFramed(world, site)), `${site} showed a page of ours in a frame`)
}

/** Whether the page of a signed-in owner is drawn inside the page of another site. */
async function isFramed(world: World, site: string): Promise<boolean> {
  const { context, page } = await openWindow(world)
  await signInOnPage(page, world, world.takeUser())
  world.otherSite.show(`<iframe src="${world.baseUrl}/settings" width="800" height="600"></iframe>`)
  await page.goto(site)
  const drawn = page.frameLocator('iframe').locator('input[name=email], main').first()
  const isThere = await drawn.waitFor({ timeout: FRAME_MS }).then(
    () => true,
    () => false,
  )
  await context.close()
  return isThere
}
