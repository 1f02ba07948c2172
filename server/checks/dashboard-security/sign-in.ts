import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { type CallApi, callAs, type SeededUser, sendRequest } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'

const SESSION = '/api/account/session'
/** A machine that others slow down needs most of it. */
const PAGE_MS = 60_000

const hex = () => randomBytes(2).toString('hex')

/** The first half of an IPv6 address that nobody used before: one network. */
export const newNetwork = (): string => `2001:db8:${hex()}:${hex()}`

type Credentials = Pick<SeededUser, 'email' | 'password'>

/** Where a sign-in comes from, and what else its request carries. */
export type Origin = { from?: string; headers?: Record<string, string> }

/** Signs in over HTTP, by default as a page of ours on a network of its own. */
export function sendSignIn(
  { baseUrl }: Pick<World, 'baseUrl'>,
  { email, password }: Credentials,
  { from = `${newNetwork()}::1`, headers = { origin: baseUrl } }: Origin = {},
) {
  const target = { baseUrl, headers: { 'x-forwarded-for': from, ...headers } }
  return sendRequest(target, 'POST', SESSION, { body: { email, password } })
}

export type SignedIn = { cookie: string; setCookie: string; headers: Record<string, string>; call: CallApi }

/** A session of a user: its cookie, and calls with it. */
export async function openSession(world: World, user: Credentials, origin: Origin = {}): Promise<SignedIn> {
  const answer = await sendSignIn(world, user, origin)
  if (answer.status !== 201) throw new Error(`${user.email} cannot sign in: ${answer.status} ${answer.text}`)
  const setCookie = String(answer.headers['set-cookie'] ?? '')
  const [cookie = ''] = setCookie.split(';')
  const headers = { cookie, origin: world.baseUrl }
  return { cookie, setCookie, headers, call: callAs(world.baseUrl, headers) }
}

/** The status that a cookie gets when it asks who is signed in. */
export async function statusOf({ baseUrl }: World, cookie: string): Promise<number> {
  return (await sendRequest({ baseUrl, headers: { cookie } }, 'GET', SESSION)).status
}

/** A window of its own, on a network of its own. */
export async function openWindow({ browser }: World): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    extraHTTPHeaders: { 'x-forwarded-for': `${newNetwork()}::1` },
  })
  context.setDefaultTimeout(PAGE_MS)
  return { context, page: await context.newPage() }
}

/** Signs in on the page, as a person does. */
export async function signInOnPage(
  page: Page,
  { baseUrl }: World,
  user: Credentials,
  path = '/settings',
): Promise<void> {
  await page.goto(`${baseUrl}${path}`)
  await page.locator('input[name=email]').fill(user.email)
  await page.locator('input[name=password]').fill(user.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** The address of the user whom the cookies of a window belong to. */
export const userOfWindow = async (context: BrowserContext, { baseUrl }: World): Promise<string> => {
  const answer = await context.request.get(`${baseUrl}${SESSION}`)
  return answer.ok() ? (await answer.json()).session.user.email : 'nobody'
}
