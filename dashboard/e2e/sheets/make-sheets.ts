import type { Browser, BrowserContext } from 'playwright-core'
import { openWindow } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { expect } from '../checks.ts'
import { runAdmin } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { type AccountTexts, longTexts, usualTexts } from './account-texts.ts'
import { fillAccount } from './fill-account.ts'
import { multiplyAccount } from './multiply-account.ts'
import { type State, shootState } from './shoot-state.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const NONE = `${'0'.repeat(22)}`
const PASSWORD = 'walnut tuba canoe eleven'
const LONG_ADDRESS = `${'a.very.long.name.of.a.person'.repeat(2)}@${'long-domain-'.repeat(4)}name.test`

/** Every page of accounts with nothing, one of each, long names, 10,000 items; and without answers. */
export async function makeSheets(dev: Dev, browser: Browser, folder: string): Promise<void> {
  const { baseUrl } = dev
  const shoot = async (state: Omit<State, 'baseUrl'>) => {
    console.log(`     ${state.name} ...`)
    await shootState(browser, folder, { baseUrl, ...state })
  }
  const nothing = await signUp(baseUrl, 'nobody@atelier.test')
  await shoot({
    name: 'empty',
    session: await sessionOf(dev, browser, nothing),
    places: { productId: `prd_${NONE}`, compared: [`med_${NONE}`, `med_${NONE}`] },
  })
  const places = await fillAccount(baseUrl, dev.second, usualTexts)
  const session = await sessionOf(dev, browser, dev.second)
  await shoot({ name: 'one', session, places })
  await shoot({ name: 'waiting', session, places, service: 'waits' })
  await shoot({ name: 'refused', session, places, service: 'refuses' })
  await shootLong(dev, browser, shoot)
  await multiplyAccount(dev, dev.second)
  await shoot({ name: 'many', session, places })
}

async function shootLong(
  dev: Dev,
  browser: Browser,
  shoot: (state: Omit<State, 'baseUrl'>) => Promise<void>,
): Promise<void> {
  const user = await signUp(dev.baseUrl, LONG_ADDRESS)
  await runAdmin(dev, 'grant', user.email, '987654321')
  const session = await sessionOf(dev, browser, user)
  const apiKey = await newKey(dev.baseUrl, session, longTexts)
  const places = await fillAccount(dev.baseUrl, { ...user, apiKey }, longTexts)
  await shoot({ name: 'long', session, places })
}

type User = Dev['owner']

async function signUp(baseUrl: string, email: string): Promise<User> {
  const answer = await fetch(`${baseUrl}/api/account/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(answer.ok, `sign-up: ${answer.status} ${await answer.text()}`)
  return { email, password: PASSWORD, apiKey: '' }
}

async function sessionOf({ baseUrl }: Dev, browser: Browser, user: User): Promise<Session> {
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, user)
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
