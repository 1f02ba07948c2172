import { readFileSync } from 'node:fs'
import type { Failures } from '../../harness/attacks/index.ts'
import { sendRequest } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'
import { openWindow } from './sign-in.ts'

/** What the policy of the page must say, word by word. */
const RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

const LOOSE = /'unsafe-|'strict-dynamic'|\*|data:|http:(?!\/\/127\.0\.0\.1)/

/** Several may run, so each is noted. */
const note = (what: string, frame = 'window'): string => `(${frame}.ran ??= []).push('${what}')`

/** What would get into the page if a text of a user did. */
const INJECTED = `
  <script>${note('a script')}</script>
  <img src="/none" onerror="${note('a handler')}">
  <svg onload="${note('a handler of a drawing')}"></svg>
  <a id="address" href="javascript:void ${note('an address')}">here</a>
  <script src="data:text/javascript,${note('a data address')}"></script>
  <iframe srcdoc="<script>${note('a frame', 'parent')}</script>"></iframe>`

/** The page runs files of our own and nothing else: no script in it, and none that gets into it. */
export async function attackByInlineScript(world: World, { unless }: Failures): Promise<void> {
  const target = { baseUrl: world.baseUrl, headers: { accept: 'text/html' } }
  const { headers, text } = await sendRequest(target, 'GET', '/studio')
  const policy = String(headers['content-security-policy'] ?? '')
  for (const rule of RULES) unless(policy.split('; ').includes(rule), `the policy does not say ${rule}`)
  unless(!LOOSE.test(policy), `the policy allows too much: ${policy}`)
  unless(headers['x-content-type-options'] === 'nosniff', 'a browser may guess the type of the page')
  const built = readFileSync(world.pageFile(), 'utf8')
  unless(text === built, 'the page that is served is not the one that was built')
  for (const found of findInline(built)) unless(false, `the built page has ${found}`)
  for (const found of await runInjected(world)) unless(false, `${found} ran in the page`)
  for (const found of await assignText(world)) unless(false, `${found} was taken as markup`)
}

/** Scripts, styles and handlers that stand in the page itself. */
function findInline(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
  return [
    ...scripts
      .filter(([, attributes = '', body = '']) => !/\bsrc=/.test(attributes) || body.trim() !== '')
      .map(() => 'a script without a file'),
    ...(/<style\b|\sstyle=/i.test(html) ? ['a style without a file'] : []),
    ...(/\son[a-z]+=/i.test(html) ? ['a handler'] : []),
    ...(/(?:href|src)=["']?(?:javascript|data):/i.test(html) ? ['an address that is code'] : []),
  ]
}

/** Opens the page as the service answers it, with its real headers and with hostile markup in its body. */
async function runInjected(world: World): Promise<string[]> {
  const { context, page } = await openWindow(world)
  await page.route(`${world.baseUrl}/sign-in`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</body>', `${INJECTED}</body>`)
    await route.fulfill({ response, body })
  })
  await page.goto(`${world.baseUrl}/sign-in`)
  await page.locator('input[name=email]').waitFor()
  await page.evaluate(`document.getElementById('address').click()`)
  await page.waitForTimeout(500)
  const ran = await page.evaluate<string[]>('window.ran ?? []')
  await context.close()
  return ran
}

/** A text that our own code hands to the browser as markup is refused by the browser itself. */
async function assignText(world: World): Promise<string[]> {
  const { context, page } = await openWindow(world)
  await page.goto(`${world.baseUrl}/sign-in`)
  await page.locator('input[name=email]').waitFor()
  const isTaken = await page.evaluate<boolean>(`(() => {
    try {
      document.createElement('div').innerHTML = '<b>text</b>'
      return true
    } catch {
      return false
    }
  })()`)
  await context.close()
  return isTaken ? ['a text'] : []
}
