import type { Page } from 'playwright-core'
import type { Act } from './view.ts'

// What opens over the pages of an owner. Nothing here changes the account, but for one key.

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

const choose = async (page: Page, name: string) => {
  await page.getByRole('menuitem', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** The menu of a list's first entry. */
const openMenuIn = (page: Page, entry: string) =>
  page.locator(entry).first().locator('button[aria-haspopup=menu]').click()

export const search: Act = async (page, words) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: words.search.placeholder }).fill(words.nav.products)
  await page.getByRole('option').first().waitFor()
}

export const shortcuts: Act = async (page, words) => {
  await page.locator('h1').first().click()
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: words.shortcuts.title }).waitFor()
}

/** Of the account on the desk, of everything else on the phone. */
export const menu: Act = async (page, { nav }) => {
  const name = new RegExp(`^(${nav.account}: .*|${nav.more})$`)
  await page.getByRole('navigation').getByRole('button', { name }).click()
  await page.getByRole('menu').waitFor()
}

export const filter: Act = async (page, { studio }) => {
  await press(page, studio.state)
  await page.getByRole('menu').waitFor()
}

/** Two results are being chosen, one is. */
export const choosing: Act = async (page, { compare }) => {
  await press(page, compare.start)
  await page.locator('.tile [data-index]').first().click()
}

export const filled: Act = async (page, { make }) => {
  await page.getByLabel(make.prompt, { exact: true }).fill('The mug in the rain, a yellow flask beside it')
  await page.locator('button:enabled', { hasText: /400/ }).waitFor()
}

export const newOf =
  (tab: 'products' | 'characters' | 'topics'): Act =>
  async (page, { products }) => {
    await press(page, products.new[tab])
    await page.getByRole('dialog').getByRole('button', { name: products.create, exact: true }).click()
  }

export const rename: Act = async (page, { products }) => {
  await page.locator('main button[aria-haspopup=menu]').first().click()
  await choose(page, products.rename)
}

export const deletePhoto: Act = async (page) => {
  await page.locator('.photo-board button').first().click()
  await page.getByRole('dialog').waitFor()
}

export const newPoint: Act = async (page, { points }) => {
  await press(page, points.new)
  await page.getByRole('dialog').getByRole('button', { name: points.create, exact: true }).click()
}

export const deletePoint: Act = async (page, { points }) => {
  await openMenuIn(page, '.board .place')
  await choose(page, points.remove)
}

export const days: Act = async (page) => {
  await page.locator('main .plot-row button').first().click()
  await page.getByRole('dialog').locator('svg[role=img]').waitFor()
}

export const thresholds: Act = async (page, { thresholds: words }) => {
  await press(page, words.title)
  await page.getByLabel(words.names.spend, { exact: true }).waitFor()
}

export const table: Act = (page, { knowledge }) => press(page, knowledge.table)

export const makeAll: Act = async (page, { plan }) => {
  // Whatever the rows say, so that there is something to make.
  await page.getByLabel(plan.active, { exact: true }).fill('0')
  await press(page, new RegExp(`^${plan.makeAll(0).replace('0', '\\d+')}`))
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

export const more: Act = async (page, { common }) => {
  await page.locator('main').getByRole('button', { name: common.more, exact: true }).click()
  await page.getByRole('menu').waitFor()
}

export const attach: Act = async (page, words) => {
  await more(page, words)
  await choose(page, words.picture.attach)
}

export const newKey: Act = async (page, { keys, newKey: words }) => {
  await press(page, keys.new)
  await page.getByRole('dialog').getByRole('button', { name: words.create, exact: true }).click()
}

const ofKey =
  (name: 'change' | 'rotate' | 'revoke'): Act =>
  async (page, { keys }) => {
    await openMenuIn(page, '.key-row:not(.ended)')
    await choose(page, keys[name])
  }

export const changeKey = ofKey('change')
export const rotateKey = ofKey('rotate')
export const revokeKey = ofKey('revoke')

const LOOKED_AT = 'weekend agent'

/** An account has few keys, so the one of an earlier look is revoked first. */
export const secret: Act = async (page, { keys, newKey: words }) => {
  await page.evaluate(async (name) => {
    const { keys: known } = await (await fetch('/api/account/keys')).json()
    for (const one of known)
      if (one.name === name && one.revokedAt === null)
        await fetch(`/api/account/keys/${one.id}`, { method: 'DELETE' })
  }, LOOKED_AT)
  await press(page, keys.new)
  await page.getByLabel(words.name, { exact: true }).fill(LOOKED_AT)
  await press(page, words.create)
  await page.getByTestId('secret').waitFor()
}

/** The secret is closed before it was saved. */
export const unsaved: Act = async (page, words) => {
  await secret(page, words)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: words.secret.closeTitle }).waitFor()
}

export const eraseOne =
  (id: string): Act =>
  async (page, { data }) => {
    await page.getByLabel(data.eraseOne, { exact: true }).fill(id)
    await press(page, data.erase)
    await page.getByRole('dialog').waitFor()
  }

export const eraseAccount: Act = async (page, { data }) => {
  await press(page, data.eraseAccount)
  await page.getByRole('dialog').waitFor()
}

export const factorOn: Act = async (page, { factor }) => {
  await press(page, factor.switchOn)
  await page.getByRole('dialog').waitFor()
}

export const factorSecret: Act = async (page, words) => {
  await factorOn(page, words)
  await press(page, words.factor.on.go)
  await page.getByTestId('secret').waitFor()
}

export const factorOff: Act = async (page, { factor }) => {
  await press(page, factor.switchOff)
  await page.getByRole('dialog').waitFor()
}

/** The old codes of this user stop working. */
export const newCodes: Act = async (page, { factor }) => {
  await press(page, factor.newCodes)
  await press(page, factor.codes.replace)
  await page.getByTestId('codes').waitFor()
}
