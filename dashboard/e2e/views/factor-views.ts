import type { Browser } from 'playwright-core'
import { codeOf } from '../authenticator.ts'
import { openWindow, type Session } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { expect } from '../checks.ts'
import { movePassword, runAdmin } from '../operate.ts'
import type { Dev, User } from '../start-dev.ts'
import * as open from './dialogs.ts'
import type { Views } from './view.ts'

/** Settings of a user whose second factor is on. */
export const factorViews: Views = {
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
