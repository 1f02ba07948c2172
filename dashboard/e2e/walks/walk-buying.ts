import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expect, expectSoon } from '../checks.ts'
import { changeRows, movePassword } from '../operate.ts'
import type { Dev } from '../start-dev.ts'
import { orderPicture } from './order-picture.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const PRICE = 400

/** Money comes in and goes back: bought on the page of the double, spent, refunded, disputed. */
export async function walkBuying({ check }: Checks, dev: Dev, browser: Browser): Promise<void> {
  const { baseUrl, second } = dev
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, second, '/billing')
  let before = 0

  await check(
    'an owner buys credits on the page of Stripe, and the balance rises by what was paid',
    async () => {
      await page.getByText('Nothing was paid yet.').waitFor()
      before = await readBalance(page)
      await page.getByLabel('Let Stripe keep the card', { exact: false }).check()
      await page.getByRole('button', { name: 'Buy 10,000 credits for 10.00 USD' }).click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.waitForURL('**/billing?paid=chk_*')
      await page.getByText('10,000 credits have arrived.').waitFor({ timeout: 20_000 })
      await expectSoon(async () => (await readBalance(page)) === before + 10_000, 'the balance did not rise')
      await page.getByText('10.00 USD', { exact: true }).last().waitFor()
      await checkAccess(page)
    },
  )

  await check('a receipt opens at Stripe in a window of its own', async () => {
    const [receipt] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^Receipt of 10.00 USD/ }).click(),
    ])
    await receipt.getByRole('heading', { name: /^Receipt of 10/ }).waitFor()
    await receipt.close()
  })

  await check('who goes back from the page of Stripe has bought nothing', async () => {
    await page.goto(`${baseUrl}/billing`)
    await settle(page)
    await page.getByRole('button', { name: 'Buy 120,000 credits for 100.00 USD' }).press('Enter')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/billing')
    await settle(page)
    expect((await readBalance(page)) === before + 10_000, 'the balance changed')
  })

  await check('a user who has too few credits is led to buy some; test credits are not sold', async () => {
    await page.goto(`${baseUrl}/credits`)
    await page.getByRole('link', { name: 'Buy credits' }).waitFor()
    await page.goto(`${baseUrl}/credits?mode=test`)
    await page.getByText('test credits').first().waitFor()
    await settle(page)
    expect((await page.getByRole('link', { name: 'Buy credits' }).count()) === 0, 'test credits are sold')
    await page.goto(`${baseUrl}/billing`)
    await settle(page)
  })

  await walkSettings({ check }, dev, page)
  await walkReturns({ check }, dev, page)
  await context.close()
  await check('nothing complained while credits were bought', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function walkSettings({ check }: Pick<Checks, 'check'>, dev: Dev, page: Page): Promise<void> {
  await check('automatic top-up is switched on and off, and what is wrong is said', async () => {
    const card = page.getByRole('region', { name: 'Automatic top-up' })
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByText('Write a whole number of at least 1.').waitFor()
    await card.getByLabel('When the balance is below').fill('1')
    await card.getByLabel('At most in a month').fill('9.99')
    await card.getByText('Write an amount of at least 10.00 USD', { exact: false }).waitFor()
    await card.getByLabel('At most in a month').fill('25')
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByText('0.00 USD of 25.00 USD').waitFor()
    await page.reload()
    await card.getByRole('button', { name: 'Switch off' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
  })

  await check('after a while, automatic top-up asks for the password, and goes on with it', async () => {
    const card = page.getByRole('region', { name: 'Automatic top-up' })
    await movePassword(dev, dev.second.email, -1)
    await card.getByRole('button', { name: 'Switch on' }).click()
    await card.getByLabel('Your password', { exact: true }).fill(dev.second.password)
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await card.getByText('0.00 USD of 25.00 USD').waitFor()
    await card.getByRole('button', { name: 'Switch off' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
  })

  await check('a low balance is told, and no longer when nobody wants to be told', async () => {
    const card = page.getByRole('form', { name: 'Low balance' })
    await card.getByLabel('Warn me below').fill('900,000,000')
    await card.getByRole('button', { name: 'Save' }).click()
    await card.locator('.chip').waitFor()
    await card.getByLabel('Warn me below').fill('')
    await card.getByRole('button', { name: 'Save' }).click()
    await expectSoon(async () => (await card.locator('.chip').count()) === 0, 'it is still told')
  })
}

async function walkReturns({ check }: Pick<Checks, 'check'>, dev: Dev, page: Page): Promise<void> {
  const { baseUrl, second } = dev
  const intent = await newestIntent(dev)

  await check('a dispute is told with its payment, and a won one, too', async () => {
    const { id } = await act(dev, 'dispute', { intent, amount: 500 })
    await page.goto(`${baseUrl}/billing`)
    await untilShown(page, 'A payment is disputed.')
    await page.getByText('5.00 USD returned, 5,000 credits taken back').waitFor()
    await act(dev, 'close-dispute', { dispute: id, status: 'won' })
    await untilShown(page, 'Dispute won')
  })

  await check(
    'a refund of what was spent is a debt; it says what it blocks, and a purchase pays it',
    async () => {
      // What an operator granted is spent elsewhere: nothing but the price of a picture is left.
      await drain(dev)
      await orderPicture({
        baseUrl,
        key: second.apiKey,
        prompt: 'Bought, spent, refunded',
        model: 'simulator/ok',
      })
      await act(dev, 'refund', { intent, amount: 1_000 })
      await untilShown(page, `You owe ${PRICE} credits.`)
      await checkAccess(page)
      await page.getByText('Refunded', { exact: true }).first().waitFor()
      await page.goto(`${baseUrl}/make`)
      await page.getByLabel('Prompt', { exact: true }).fill('More than is left')
      await page.getByText('credits needed, 0 left.', { exact: false }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Buy credits' }).waitFor()
      await page.goto(baseUrl)
      const toPay = page.getByRole('listitem').filter({ hasText: `You owe ${PRICE} credits.` })
      await toPay.getByRole('link', { name: 'Buy credits' }).click()
      await page.waitForURL('**/billing')
      await page.getByRole('button', { name: 'Buy 10,000 credits for 10.00 USD' }).click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.getByText('10,000 credits have arrived.').waitFor({ timeout: 20_000 })
      await expectSoon(async () => (await readBalance(page)) === 10_000 - PRICE, 'the debt was not paid')
      expect((await page.getByText(/^You owe/).count()) === 0, 'it still says what is owed')
    },
  )
}

const readBalance = async (page: Page): Promise<number> => {
  const shown = page.locator('.big').filter({ hasText: /\d/ })
  await shown.waitFor()
  return Number(((await shown.textContent()) ?? '').replaceAll(/\D/g, ''))
}

/** Events reach the worker within a second; the page reads again every 15 s, or when it is loaded. */
async function untilShown(page: Page, text: string): Promise<void> {
  await expectSoon(async () => {
    await page.reload()
    await settle(page)
    return (await page.getByText(text, { exact: false }).count()) > 0
  }, `"${text}" is not shown`)
}

/** The balance becomes what was bought, by an adjustment as an operator posts it. */
async function drain(dev: Dev): Promise<void> {
  await changeRows(
    dev,
    `select post_grant('grn_' || left(md5('drain'), 22), 'txn_' || left(md5('drain'), 22), a.user_id, 'live',
       'adjustment', 10000 - a.balance, 'for the walk', null)
     from credit_accounts a join users u on u.id = a.user_id
     where u.email = '${dev.second.email}' and a.mode = 'live'`,
  )
}

async function act({ stripeUrl }: Dev, name: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${stripeUrl}/__double/${name}`, { method: 'POST', body: JSON.stringify(body) })
  expect(answer.ok, `${name}: ${answer.status}`)
  return answer.json()
}

async function newestIntent({ stripeUrl }: Dev): Promise<string> {
  const { intents } = await (await fetch(`${stripeUrl}/__double/state`)).json()
  return intents.at(-1).id
}
