import type { Page } from 'playwright-core'
import type { Failures } from '../../harness/attacks/index.ts'
import { fillTexts } from './fill-texts.ts'
import { MARKUP, shownFields, textOf } from './hostile-texts.ts'
import type { World } from './open-world.ts'
import { openWindow, signInOnPage } from './sign-in.ts'

const SETTLE_MS = 5_000

/** Everything that a reader sees of a page, or hears. */
const READ = `(() => {
  const names = ['title', 'alt', 'aria-label', 'placeholder', 'value']
  const said = [...document.querySelectorAll('*')].flatMap((one) => [
    ...names.map((name) => one.getAttribute(name) ?? ''),
    'value' in one ? String(one.value) : '',
  ])
  return [document.title, document.body.textContent, ...said].join('\\n')
})()`

const FIND = `document.querySelector(${JSON.stringify(MARKUP)})?.outerHTML ?? null`

/** Each page shows the texts of agents as they were written, and never as a part of itself. */
export async function attackByText(world: World, { unless }: Failures): Promise<void> {
  const user = world.takeUser()
  const { paths } = await fillTexts(world, user)
  const { context, page } = await openWindow(world)
  await context.addInitScript('window.ran = () => { window.hasRun = true }')
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await signInOnPage(page, world, user)
  const unseen = new Set<(typeof shownFields)[number]>(shownFields)
  for (const path of paths) {
    await page.goto(`${world.baseUrl}${path}`)
    await settle(page)
    // The page begins an objective with a capital. All hostile texts are in lower case.
    const shown = (await page.evaluate<string>(READ)).toLowerCase()
    for (const field of unseen) if (shown.includes(textOf(field))) unseen.delete(field)
    const ran = await page.evaluate<boolean>('window.hasRun === true')
    unless(!ran, `${path}: a text ran as a script`)
    const element = await page.evaluate<string | null>(FIND)
    unless(element === null, `${path}: a text became an element: ${element}`)
    unless(complaints.length === 0, `${path} complained: ${complaints.splice(0).join(' ').slice(0, 300)}`)
  }
  await context.close()
  for (const field of unseen) unless(false, `no page shows ${field}`)
}

/** Every part is there. By locators: the policy of the pages refuses a text that is evaluated later. */
async function settle(page: Page): Promise<void> {
  const upTo = { timeout: SETTLE_MS }
  await page.waitForLoadState('networkidle', upTo).catch(() => undefined)
  await page
    .locator('main')
    .first()
    .waitFor(upTo)
    .catch(() => undefined)
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ ...upTo, state: 'detached' })
    .catch(() => undefined)
}
