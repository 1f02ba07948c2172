import type { Browser } from 'playwright-core'
import { codeOf } from '../authenticator.ts'
import { openWindow, type Session, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { expect } from '../checks.ts'
import { movePassword, runAdmin } from '../operate.ts'
import type { Dev, User } from '../start-dev.ts'
import * as open from './dialogs.ts'
import type { Act, Views } from './view.ts'

/** As the service answers where it demands a factor that is not on: it decides for all users at once. */
const demanded: Act = async (page) => {
  await page.route('**/api/account/{session,factor}', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    const isFactor = route.request().url().endsWith('/factor')
    const json = isFactor
      ? { ...told, factor: { on: false, since: null, recoveryCodesLeft: 0 } }
      : { ...told, session: { ...told.session, needsFactor: true } }
    await route.fulfill({ response: answer, json })
  })
  await page.reload()
  await settle(page)
  await page.unroute('**/api/account/{session,factor}')
}

/** Settings of a user whose second factor is on, and the page that demands one. */
export const factorViews: Views = {
  'factor-demanded': { path: '/second-factor', act: demanded },
  'factor-given': { path: '/second-factor' },
  'settings-factor': { path: '/settings', opened: { off: open.factorOff, codes: open.newCodes } },
}

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** A new user with a second factor, and a session. */
export async function openGuarded(dev: Dev, browser: Browser): Promise<{ user: User; session: Session }> {
  const user = JSON.parse(await runAdmin(dev, 'create-user', 'guarded@atelier.test')) as User
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, dev.baseUrl, user, '/settings')
  const send = (path: string, body?: object) =>
    page.evaluate(
      async ([address, text]) => {
        const sent = text && { headers: { 'content-type': 'application/json' }, body: text }
        const answer = await fetch(`/api/account/${address}`, { method: 'POST', ...sent })
        return { isOk: answer.ok, told: await answer.json() }
      },
      [path, body && JSON.stringify(body)] as const,
    )
  const { told } = await send('factor')
  const { isOk } = await send('factor/confirm', { code: codeOf(told.secret, 0) })
  expect(isOk, 'the second factor is not on')
  await movePassword(dev, user.email, 1)
  const session = await context.storageState()
  await context.close()
  return { user, session }
}
