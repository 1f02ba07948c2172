import type { Browser, Page } from 'playwright-core'
import { checkAccess, checkNoSidewaysScroll, openWindow, settle } from './browse.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import { lookAtPages } from './look-at-pages.ts'
import { askAt, type Client, openClient, STATE } from './oauth-client.ts'
import { runAdmin } from './operate.ts'
import type { Dev, User } from './start-dev.ts'
import { consentViewsOf } from './views/consent-views.ts'

type Shoot = (page: Page, name: string) => Promise<void>

/** `isWhole`: each page in all looks instead of two. */
type Looked = Dev & { isWhole: boolean }

/** A client of OAuth asks, its owner signs in, chooses and allows; the consent is listed and revoked. */
export async function checkConsent(
  checks: Checks,
  dev: Looked,
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const user = JSON.parse(await runAdmin(dev, 'create-user', 'consent@atelier.test')) as User
  const client = await openClient(dev.baseUrl, 'Claude Code')
  const look = { theme: 'light', language: 'en', width: 1440 } as const
  const { context, page, complaints } = await openWindow(browser, look)
  await checkAllowed(checks, { page, dev, user, client, shoot })
  const session = await context.storageState()
  await checkRefused(checks, { page, dev, client })
  await lookAtPages(checks, { ...dev, views: consentViewsOf(dev.baseUrl, client), session, shoot }, browser)
  await context.close()
  client.close()
  await checks.check('nothing complained about consents', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

type Life = { page: Page; dev: Dev; user: User; client: Client; shoot: Shoot }

async function checkAllowed({ check }: Checks, { page, dev, user, client, shoot }: Life): Promise<void> {
  const { baseUrl } = dev
  let token = ''
  await check('a client is allowed with ceilings after a sign-in, and gets its state back', async () => {
    await page.goto(askAt(baseUrl, client))
    await page.locator('input[name=email]').fill(user.email)
    await page.locator('input[name=password]').fill(user.password)
    await page.locator('button[type=submit]').click()
    await page.getByTestId('client-host').waitFor()
    expect((await page.getByTestId('client-host').textContent()) === '127.0.0.1', 'the host is not shown')
    await page.getByText('A program that nobody vouches for').waitFor()
    await page.getByText('a program on this computer').waitFor()
    await page.getByText('Nobody has checked its name').waitFor()
    await waitUntilCalm(page)
    const granted = page.getByText('Report results and write notes.')
    const denied = page.getByRole('list').filter({ hasText: 'See your password' })
    expect((await denied.getByText('Report results').count()) === 0, 'what is chosen is listed as denied')
    await page.getByRole('button', { name: 'knowledge' }).click()
    await denied.getByText('Report results and write notes.').waitFor()
    expect((await granted.count()) === 1, 'what is denied is listed as granted')
    await page.getByLabel('Daily ceiling', { exact: true }).fill('much')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Write a whole number').waitFor()
    await page.getByLabel('Daily ceiling', { exact: true }).fill('2,400')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expectSoon(() => client.answers.length === 1, 'no answer came back')
    await page.waitForURL(({ pathname }) => pathname === '/callback')
    const answer = client.answers[0]
    expect(answer?.get('state') === STATE, `the state is ${answer?.get('state')}`)
    expect(answer?.get('iss') === baseUrl, `the issuer is ${answer?.get('iss')}`)
    token = await exchange(baseUrl, client, answer?.get('code') ?? '')
    expect((await askMcp(baseUrl, token)) === 200, 'the token opens nothing')
  })

  await check('the consent is listed beside the keys, and ends when it is revoked', async () => {
    await page.goto(`${baseUrl}/connections`)
    const row = page.getByRole('listitem').filter({ hasText: 'Claude Code' })
    await row.getByText('allowed to 127.0.0.1').waitFor()
    await row.getByText('0 of 2,400 today').waitFor()
    await page.getByText('1 of 10 keys.').waitFor()
    expect((await row.getByRole('button', { name: 'Rotate' }).count()) === 0, 'it can be rotated')
    await checkAccess(page)
    await shoot(page, 'connections-consent-1440-light')
    await row.getByRole('button', { name: 'More for Claude Code' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Claude Code is revoked.').waitFor()
    expect((await askMcp(baseUrl, token)) === 401, 'the token of a revoked consent works')
  })
}

/** The button that allows something is off for a moment, so that nobody presses it by accident. */
async function waitUntilCalm(page: Page): Promise<void> {
  await page.locator('button[type=submit]:enabled').waitFor()
  await settle(page)
}

async function checkRefused({ check }: Checks, { page, dev, client }: Omit<Life, 'user' | 'shoot'>) {
  const { baseUrl } = dev
  await check('a refusal is told to the client', async () => {
    await page.goto(askAt(baseUrl, client))
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expectSoon(() => client.answers.length === 2, 'no answer came back')
    await page.waitForURL(({ pathname }) => pathname === '/callback')
    expect(client.answers[1]?.get('error') === 'access_denied', String(client.answers[1]))
  })

  await check('a wrong request sends the browser nowhere, and fits a phone in Chinese', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(askAt(baseUrl, client, { redirect_uri: 'https://evil.example/callback' }))
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).origin === baseUrl, page.url())
    await page.goto(askAt(baseUrl, client, { resource: 'https://other.example/mcp' }))
    await page.getByRole('button', { name: 'Go back to the program' }).waitFor()
    expect(client.answers.length === 2, 'the browser left by itself')
    await page.goto(`${baseUrl}/oauth/authorize`)
    await page.getByText('This address is not complete.').waitFor()
    await page.goto(askAt(baseUrl, client))
    await page
      .getByRole('radio', { name: '中文' })
      .or(page.getByRole('button', { name: '中文' }))
      .first()
      .click()
    await page.getByText('访问权限将发送到').waitFor()
    await waitUntilCalm(page)
    await checkNoSidewaysScroll(page)
  })
}

async function exchange(baseUrl: string, client: Client, code: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.id,
      code,
      redirect_uri: client.address,
      code_verifier: client.verifier,
    }),
  })
  return ((await answer.json()) as { access_token?: string }).access_token ?? ''
}

async function askMcp(baseUrl: string, token: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return answer.status
}
