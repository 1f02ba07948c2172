import { randomBytes } from 'node:crypto'
import type { Failures } from '../../harness/attacks/index.ts'
import { sendRequest } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'
import { openSession, openWindow, sendSignIn, signInOnPage, statusOf } from './sign-in.ts'

const NAME = '__Host-sid'

/** A token that an attacker put into the browser is worth nothing after the owner has signed in. */
export async function attackByFixation(world: World, { unless }: Failures): Promise<void> {
  const [owner, attacker] = [world.takeUser(), world.takeUser()]
  const invented = `${NAME}=00${randomBytes(32).toString('base64url')}`
  const own = await openSession(world, attacker)
  for (const [what, cookie] of [
    ['an invented token', invented],
    ['the token of an attacker', own.cookie],
  ] as const) {
    const signedIn = await openSession(world, owner, { headers: { origin: world.baseUrl, cookie } })
    unless(signedIn.cookie !== cookie, `${what} became the token of the owner`)
    unless((await statusOf(world, cookie)) === 401, `${what} leads in after the sign-in of the owner`)
    unless((await statusOf(world, signedIn.cookie)) === 200, 'the owner is not signed in')
  }
}

const FLAGS = ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']

/** The cookie stays in the browser: no script, no other site and no open connection gets it. */
export async function attackCookie(world: World, failures: Failures): Promise<void> {
  const { unless } = failures
  const user = world.takeUser()
  const { setCookie, headers } = await openSession(world, user)
  const target = { baseUrl: world.baseUrl, headers }
  const body = { oldPassword: user.password, newPassword: `${user.password}, changed` }
  const changed = await sendRequest(target, 'POST', '/api/account/password', { body })
  const next = { ...target, headers: { ...headers, cookie: firstPart(changed.headers['set-cookie']) } }
  const left = await sendRequest(next, 'DELETE', '/api/account/session')
  for (const [what, text] of [
    ['sign-in', setCookie],
    ['the change of the password', String(changed.headers['set-cookie'])],
    ['sign-out', String(left.headers['set-cookie'])],
  ] as const) {
    const [pair = '', ...flags] = text.split(';').map((part) => part.trim())
    unless(pair.startsWith(`${NAME}=`), `${what} sets a cookie without the prefix: ${pair.split('=')[0]}`)
    for (const flag of FLAGS) unless(flags.includes(flag), `${what} sets a cookie without ${flag}`)
    unless(!/domain=/i.test(text), `${what} gives the cookie to other hosts`)
  }
  await lookInBrowser(world, failures)
}

const firstPart = (header: string | string[] | undefined): string => String(header ?? '').split(';')[0] ?? ''

async function lookInBrowser(world: World, { unless }: Failures): Promise<void> {
  const { context, page } = await openWindow(world)
  await signInOnPage(page, world, world.takeUser())
  const [cookie] = await context.cookies()
  const seen = await page.evaluate<string>('document.cookie')
  await context.close()
  unless(seen === '', 'a script of the page reads the cookie')
  unless(cookie?.httpOnly === true && cookie.secure, 'the browser holds a cookie that is open to others')
  unless(cookie?.sameSite === 'Lax', `the browser holds a cookie for ${cookie?.sameSite} sites`)
}

/** A new password ends what others have open: sessions, open pages, and the old password itself. */
export async function attackAfterPasswordChange(world: World, { unless }: Failures): Promise<void> {
  const user = world.takeUser()
  const own = await openSession(world, user)
  const thief = await openSession(world, user)
  const { context, page } = await openWindow(world)
  await signInOnPage(page, world, user)
  const body = { oldPassword: user.password, newPassword: `${user.password}, changed` }
  const answer = await sendRequest({ baseUrl: world.baseUrl, headers: own.headers }, 'POST', PASSWORD, {
    body,
  })
  unless(answer.status === 200, `the change is answered ${answer.status}`)
  unless((await statusOf(world, thief.cookie)) === 401, 'another session stays open')
  unless((await statusOf(world, own.cookie)) === 401, 'the old token of this browser stays open')
  const kept = firstPart(answer.headers['set-cookie'])
  unless((await statusOf(world, kept)) === 200, 'the browser that changed it is signed out')
  const old = await sendSignIn(world, user)
  unless(old.status === 401, `the old password is answered ${old.status}`)
  const renewed = await sendSignIn(world, { email: user.email, password: body.newPassword })
  unless(renewed.status === 201, `the new password is answered ${renewed.status}`)
  await page.goto(`${world.baseUrl}/connections`)
  await page.locator('input[name=email], main').first().waitFor()
  const isOut = await page
    .waitForURL((url) => url.pathname === '/sign-in', { timeout: 5_000 })
    .then(() => true)
    .catch(() => false)
  await context.close()
  unless(isOut, 'another browser stays on its page')
}

const PASSWORD = '/api/account/password'
