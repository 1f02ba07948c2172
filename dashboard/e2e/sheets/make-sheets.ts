import type { Browser } from 'playwright-core'
import { openWindow, type Session } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { expect } from '../checks.ts'
import { openClient } from '../oauth-client.ts'
import { movePassword, runAdmin } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { consentViewsOf } from '../views/consent-views.ts'
import { factorViews, openGuarded } from '../views/factor-views.ts'
import { brokenViews } from '../views/money-views.ts'
import { operatorViewsOf } from '../views/operator-views.ts'
import { emptyViewsOf, ownerViewsOf } from '../views/owner-views.ts'
import { wayInViewsOf } from '../views/way-in-views.ts'
import { type AccountTexts, longTexts, usualTexts } from './account-texts.ts'
import { fillAccount } from './fill-account.ts'
import { multiplyAccount } from './multiply-account.ts'
import { type State, shootState } from './shoot-state.ts'
import { changeEntry } from './verify-chain.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const PASSWORD = 'walnut tuba canoe eleven'
const LONG_ADDRESS = `${'a.very.long.name.of.a.person'.repeat(2)}@${'long-domain-'.repeat(4)}name.test`

/** Draws the sheets of one state. */
type Shoot = (state: Omit<State, 'baseUrl'>) => Promise<void>

/**
 * Every page of accounts with nothing, one of each, long names, 10,000 items; and without answers.
 * `only`: the names of the states that are drawn; without one all of them.
 */
export async function makeSheets(
  dev: Dev,
  browser: Browser,
  { folder, only }: { folder: string; only: string[] },
): Promise<void> {
  const shoot: Shoot = async (state) => {
    if (only.length > 0 && !only.includes(state.name)) return
    console.log(`     ${state.name} ...`)
    await shootState(browser, folder, { baseUrl: dev.baseUrl, ...state })
  }
  const nothing = await invite(dev, 'nobody@atelier.test')
  const none = (prefix: string) => `${prefix}_${'0'.repeat(22)}`
  await shoot({
    name: 'empty',
    session: await sessionOf(dev, browser, nothing),
    views: emptyViewsOf({
      productId: none('prd'),
      compared: [none('med'), none('med')],
      characterId: none('chr'),
      topicId: none('top'),
      failedId: none('med'),
    }),
  })
  const views = ownerViewsOf(await fillAccount(dev.baseUrl, dev.second, usualTexts))
  const session = await sessionOf(dev, browser, dev.second)
  await shoot({ name: 'one', session, views })
  await shoot({ name: 'waiting', session, views, service: 'waits' })
  await shoot({ name: 'refused', session, views, service: 'refuses' })
  await shootOthers(dev, browser, shoot)
  await shootLong(dev, browser, shoot)
  await multiplyAccount(dev, dev.second)
  const pages = Object.entries(views).map(([name, { path }]) => [name, { path }])
  await shoot({ name: 'many', session, views: Object.fromEntries(pages) })
  await movePassword(dev, dev.second.email, -1)
  await changeEntry(dev, -1, dev.second)
  await shoot({ name: 'broken', session, views: brokenViews })
}

/** The operator, and who is not in yet. */
async function shootOthers(dev: Dev, browser: Browser, shoot: Shoot): Promise<void> {
  const admin = await sessionOf(dev, browser, dev.admin)
  await shoot({ name: 'operator', session: admin, views: operatorViewsOf(dev) })
  for (const service of ['waits', 'refuses'] as const)
    await shoot({ name: `operator-${service}`, session: admin, views: operatorViewsOf(dev), service })
  const { user, session } = await openGuarded(dev, browser)
  await shoot({ name: 'way-in', views: wayInViewsOf(user) })
  await shoot({ name: 'factor', session, views: factorViews })
  const client = await openClient(dev.baseUrl, 'Claude Code')
  await shoot({ name: 'consent', session, views: consentViewsOf(dev.baseUrl, client) })
  client.close()
}

async function shootLong(dev: Dev, browser: Browser, shoot: Shoot): Promise<void> {
  const user = await invite(dev, LONG_ADDRESS)
  await runAdmin(dev, 'grant', user.email, '987654321')
  const session = await sessionOf(dev, browser, user)
  const apiKey = await newKey(dev.baseUrl, session, longTexts)
  const places = await fillAccount(dev.baseUrl, { ...user, apiKey }, longTexts)
  await shoot({ name: 'long', session, views: ownerViewsOf(places) })
}

type User = Dev['owner']

async function invite(dev: Dev, email: string): Promise<User> {
  const { link } = JSON.parse(await runAdmin(dev, 'invite', email))
  const answer = await fetch(`${dev.baseUrl}/api/account/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: dev.baseUrl },
    body: JSON.stringify({ token: link.split('#')[1], password: PASSWORD }),
  })
  expect(answer.ok, `an invitation: ${answer.status} ${await answer.text()}`)
  return { email, password: PASSWORD, apiKey: '' }
}

async function sessionOf(dev: Dev, browser: Browser, user: User): Promise<Session> {
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, dev.baseUrl, user)
  // Secrets are on the sheets, too, and they take longer than a password counts.
  await movePassword(dev, user.email, 1)
  const session = await context.storageState()
  await context.close()
  return session
}

async function newKey(baseUrl: string, session: Session, { key }: AccountTexts): Promise<string> {
  const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${baseUrl}/api/account/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ name: key, dailyCreditLimit: 123_456_789, perJobCreditLimit: 12_345_678 }),
  })
  expect(answer.status === 201, `a key: ${answer.status}`)
  return (await answer.json()).secret
}
