import { changeRows } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import type { Act, Views } from './view.ts'

const INVITED = 'colleague@atelier.test'

const invite: Act = async (page, { operator }) => {
  await page.getByRole('button', { name: operator.invitations.invite, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

const link: Act = async (page, words) => {
  await invite(page, words)
  const { email, send } = words.operator.invitations
  await page.getByLabel(email, { exact: true }).fill(INVITED)
  await page.getByRole('button', { name: send, exact: true }).click()
  await page.getByTestId('link').waitFor()
}

/** Every view of the page Operator. Where a job is open, one try is shown as stuck. */
export const operatorViewsOf = (dev: Dev): Views => ({
  operator: { path: '/operator' },
  'operator-stuck': {
    path: '/operator',
    act: async (page) => {
      // Time passes: little of the window is left.
      await changeRows(
        dev,
        `set session_replication_role = replica;
         update media set deadline_at = now() + interval '110 s'
         where status = 'processing' and mode = 'live'`,
      )
      await page.reload()
      await page.locator('main .chip').first().waitFor()
    },
  },
  'operator-users': { path: '/operator?tab=users', opened: { invite, link } },
  'operator-grants': { path: '/operator?tab=grants' },
  'operator-audit': { path: '/operator?tab=audit' },
})
