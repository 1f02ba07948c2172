import type { User } from '../start-dev.ts'
import type { Act, Views } from './view.ts'

const TOKEN = `00${'x'.repeat(43)}`

const fill =
  ({ email, password }: { email: string; password: string }): Act =>
  async (page) => {
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('button[type=submit]').click()
  }

const refused =
  (given: { email: string; password: string }): Act =>
  async (page, words) => {
    await fill(given)(page, words)
    await page.locator('[role=alert], .field .wrong, [aria-invalid=true]').first().waitFor()
  }

/** How one comes in. `guarded`: a user with a second factor. */
export const wayInViewsOf = (guarded: User): Views => ({
  'sign-in': { path: '/sign-in' },
  'sign-in-ended': { path: '/sign-in?ended=true&next=%2Fconnections' },
  'sign-in-wrong': {
    path: '/sign-in',
    act: refused({ email: 'nobody@example.com', password: 'not the password' }),
  },
  code: {
    path: '/sign-in',
    act: async (page, words) => {
      await fill(guarded)(page, words)
      await page.locator('input[name=code]').waitFor()
    },
  },
  'sign-up': { path: '/sign-up' },
  'sign-up-wrong': {
    path: '/sign-up',
    act: async (page) => {
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  'lost-password': { path: '/lost-password' },
  reset: { path: `/reset#${TOKEN}` },
  'reset-cut': { path: '/reset' },
  verification: { path: `/verification#${TOKEN}` },
  setup: { path: `/setup#${TOKEN}` },
  invitation: { path: `/invitation#${TOKEN}` },
  'invitation-cut': { path: '/invitation' },
})
