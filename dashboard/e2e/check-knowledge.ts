import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from './browse.ts'
import { checkReview } from './check-review.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import { dropFile } from './drop-files.ts'
import type { Dev } from './start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const LOST = 'A planned mug after a lost answer'

/** What was reported is shown with its bounds, reviewed by keyboard, exported and imported. */
export async function checkKnowledge(
  checks: Checks,
  { baseUrl, owner, productId }: Dev & { productId: string },
  browser: Browser,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner, `/knowledge?product=${productId}`)
  await checkPlots(checks, page, `${baseUrl}/knowledge?product=${productId}`)
  await checkPlan(checks, page, `${baseUrl}/knowledge?product=${productId}`)
  await checkMakeAll(checks, page, `${baseUrl}/knowledge?product=${productId}`)
  await checkReview(checks, page, baseUrl)
  await checkImport(checks, page, baseUrl)
  await context.close()
  await checks.check('nothing complained about knowledge', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function checkPlots({ check }: Checks, page: Page, address: string): Promise<void> {
  await check('the overview says what is usual, and each plot has a sentence and a table', async () => {
    await page.getByText(/Usual ROAS/).waitFor()
    await page
      .getByRole('img', { name: /with 90% better than/ })
      .first()
      .waitFor()
    await page
      .getByRole('img', { name: /claimed ROAS 6.00, observed/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Show as table' }).first().click()
    await page.getByRole('columnheader', { name: '90% lower bound' }).waitFor()
  })

  for (const tab of ['pictures', 'patterns', 'claims', 'plan'] as const) {
    await check(`${tab} draws its plots`, async () => {
      await page.goto(`${address}&tab=${tab}`)
      await page.locator('main svg[role=img], main .cells').first().waitFor()
    })
  }

  await check('pictures stand by their evidence, and the days of one open', async () => {
    await page.goto(`${address}&tab=pictures`)
    await page.getByText('Winner', { exact: true }).first().waitFor()
    const tiers = await page
      .locator('main .plot-row .mark.t-good, main .plot-row .mark.t-bad')
      .allTextContents()
    expect(tiers.indexOf('Loser') === -1 || tiers.indexOf('Winner') < tiers.indexOf('Loser'), tiers.join())
    await page
      .getByRole('button', { name: /^Days of/ })
      .first()
      .click()
    await page.getByRole('img', { name: /Click rate of the last seven days/ }).waitFor()
    await page.getByRole('cell', { name: 'Landing page views', exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })
  await check('an ad says what it earns, how often it is seen and what it caused', async () => {
    await page.goto(`${address}&tab=pictures`)
    await page
      .getByRole('button', { name: /^Days of/ })
      .first()
      .click()
    const earnings = page.getByRole('dialog').locator('section', { hasText: 'What it earns and causes' })
    await earnings.getByText(/^margin [\d,.]+ EUR less spend 900\.00 EUR$/).waitFor()
    await earnings.getByText('+40.0% conversions', { exact: false }).waitFor()
    await earnings.getByText('Views of one person in seven days').waitFor()
    await page.keyboard.press('Escape')
  })
  await checkDivided(check, page, address)
}

/** By keyboard: one dimension after the other, as bars and as a table, and the totals stay what they were. */
async function checkDivided(check: Checks['check'], page: Page, address: string): Promise<void> {
  await check(
    'the parts of an ad stand by themselves, one dimension at a time, and in no total',
    async () => {
      await page.goto(`${address}&tab=pictures`)
      const days = page.getByRole('button', { name: /^Days of/ }).first()
      await days.focus()
      await page.keyboard.press('Enter')
      const parts = page.getByRole('dialog').locator('section', { hasText: 'Where and to whom' })
      await parts.getByRole('list', { name: 'Placement' }).getByText('instagram_stories').waitFor()
      await parts.getByRole('radio', { name: 'Placement' }).focus()
      await page.keyboard.press('ArrowRight')
      await parts.locator('[role=radio]:focus', { hasText: 'Country' }).waitFor()
      await page.keyboard.press('Space')
      const countries = parts.getByRole('list', { name: 'Country' })
      await countries.getByText('Germany').waitFor()
      expect((await parts.getByText('instagram_stories').count()) === 0, 'two dimensions stand together')
      await parts.getByRole('button', { name: 'Show as table' }).click()
      await parts.getByRole('columnheader', { name: 'Revenue' }).waitFor()
      const spent = await parts.getByRole('row').locator('td:nth-child(2)').allTextContents()
      const sum = spent.reduce((total, text) => total + Number(text.replace(/[^\d.]/g, '')), 0)
      // Nine days of 100: three dimensions more would make 3,600.
      expect(Math.abs(sum - 900) < 1, `the countries add up to ${sum}`)
      await page.keyboard.press('Escape')
      await page.locator('main').getByRole('button', { name: 'Show as table' }).click()
      const totals = await page.locator('main td:last-child').allTextContents()
      expect(totals.includes('900.00 EUR'), `the totals are ${totals.join(', ')}`)
      expect(
        totals.every((text) => !text.startsWith('3,') && !text.startsWith('4,')),
        totals.join(', '),
      )
    },
  )
}

async function checkPlan({ check }: Checks, page: Page, address: string): Promise<void> {
  await check('the sample from which a result counts is changed, and every tier follows', async () => {
    await page.goto(`${address}&tab=pictures`)
    const winners = page.locator('main .plot-row .mark', { hasText: 'Winner' })
    await winners.first().waitFor()
    const change = async (field: string, value: string) => {
      await page.getByRole('button', { name: 'When a result counts' }).click()
      await page.getByRole('dialog').getByLabel(field, { exact: true }).fill(value)
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await change('Impressions', '900,000,000')
    await expectSoon(async () => (await winners.count()) === 0, 'something still wins')
    await change('Impressions', '2,000')
    await winners.first().waitFor()
  })

  await check('the plan counts the ads with fresh rows, and says what replaces a weak one', async () => {
    await page.goto(`${address}&tab=plan`)
    const running = page.getByLabel('Ads that run', { exact: true })
    const reported = Number(await running.getAttribute('placeholder'))
    expect(reported > 0 && (await running.inputValue()) === '', `${reported} ads run`)
    await page.getByLabel('Ads wanted', { exact: true }).fill(String(reported))
    await page.getByText(`${reported} of ${reported} ads run. Nothing to make today.`).waitFor()
    await page.getByRole('heading', { name: 'Replace now' }).waitFor()
    await page.getByText('Brings less than usual already.').first().waitFor()
    const replaced = page.getByRole('listitem').filter({ hasText: 'Brings less than usual already.' })
    await replaced
      .first()
      .getByText(/: one (ad|more)/)
      .waitFor()
    await checkAccess(page)
    await page
      .getByRole('link', { name: /^Make instead, for/ })
      .first()
      .click()
    await page.waitForURL('**/make?**')
    expect(/point=cep_/.test(page.url()), page.url())
  })

  await check('the plan leads to Make with its ingredients', async () => {
    await page.goto(`${address}&tab=plan`)
    await wantAds(page, 3)
    await page.getByText(/so 3 are missing/).waitFor()
    await page.getByRole('link', { name: 'Make', exact: true }).first().click()
    await page.waitForURL('**/make?**')
    expect(/point=cep_/.test(page.url()), page.url())
  })
}

/** None runs, whatever the rows say, and so many are wanted. */
async function wantAds(page: Page, wanted: number): Promise<void> {
  await page.getByLabel('Ads that run', { exact: true }).fill('0')
  await page.getByLabel('Ads wanted', { exact: true }).fill(String(wanted))
}

/** Each item needs a prompt; then one button has the price of all, and two presses pay once. */
async function checkMakeAll({ check }: Checks, page: Page, address: string): Promise<void> {
  await check('a whole plan is ordered once, with its price on the button', async () => {
    await page.goto(`${address}&tab=plan`)
    await wantAds(page, 3)
    await page.getByRole('button', { name: 'Make all 3' }).click()
    await fillPrompts(page, 'A planned mug')
    const button = page.getByRole('button', { name: /Make all · [\d,]+ credits/ })
    await button.waitFor()
    await button.dblclick()
    await page.waitForURL('**/studio?**', { timeout: 30_000 })
    const made = await countMade(page, 'A planned mug', 3)
    expect(made === 3, `${made} planned results`)
  })

  await check(
    'a plan whose answer was lost is finished under the same names, also in a new dialog',
    async () => {
      await page.goto(`${address}&tab=plan`)
      await wantAds(page, 2)
      const open = page.getByRole('button', { name: 'Make all 2' })
      await open.click()
      const prompts = page.getByRole('dialog').getByRole('textbox')
      await fillPrompts(page, LOST)
      const names: string[] = []
      const orders = /\/api\/owner\/live\/gen\/(image|video)$/
      await page.route(orders, async (route) => {
        names.push(route.request().postDataJSON().clientRef)
        if (names.length > 1) return route.continue()
        // It is taken and charged, and the answer never arrives.
        await route.fetch()
        return route.abort()
      })
      const button = page.getByRole('button', { name: /Make all · [\d,]+ credits/ })
      await button.click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await open.click()
      await expectSoon(async () => (await prompts.first().inputValue()) === LOST, 'the prompt is gone')
      expect((await prompts.first().getAttribute('readonly')) !== null, 'the prompt can be changed')
      await button.click()
      await page.waitForURL('**/studio?**', { timeout: 30_000 })
      await page.unroute(orders)
      expect(names[0] === names[1], `the names are ${names.join(', ')}`)
      expect((await countMade(page, LOST, 2)) === 2, `${await countMade(page, LOST, 2)} results`)
    },
  )
}

/** One prompt for each item. An item can stand for several ads, so there can be fewer prompts than ads. */
async function fillPrompts(page: Page, text: string): Promise<void> {
  const prompts = page.getByRole('dialog').getByRole('textbox')
  await prompts.first().waitFor()
  for (const prompt of await prompts.all()) await prompt.fill(text)
}

/** Waits until there are as many results with a prompt, and counts them. */
async function countMade(page: Page, prompt: string, wanted: number): Promise<number> {
  const count = () =>
    page.evaluate(async (text) => {
      const response = await fetch('/api/owner/live/media?limit=100')
      const { media } = await response.json()
      return media.filter((one: { prompt: string }) => one.prompt === text).length
    }, prompt)
  const deadline = Date.now() + 30_000
  while ((await count()) < wanted && Date.now() < deadline) await page.waitForTimeout(500)
  return count()
}

async function checkImport({ check }: Checks, page: Page, baseUrl: string): Promise<void> {
  await check('what was exported is dropped again, and changes nothing', async () => {
    const lines = await page.evaluate(async () => {
      const response = await fetch('/api/owner/live/agent/knowledge/export')
      return response.text()
    })
    expect(lines.split('\n').length > 20, `${lines.length} characters`)
    await page.goto(`${baseUrl}/knowledge`)
    await settle(page)
    const bytes = new TextEncoder().encode(lines)
    await dropFile(page, '.drop-page', { name: 'knowledge.ndjson', type: 'application/x-ndjson', bytes })
    await page.getByText(/^0 lines imported, \d+ known already\.$/).waitFor({ timeout: 20_000 })
  })

  await check('a file that is none is refused, with its line', async () => {
    const bytes = new TextEncoder().encode('{"kind":"nonsense"}\n')
    await dropFile(page, '.drop-page', { name: 'knowledge.ndjson', type: 'application/x-ndjson', bytes })
    await page.locator('main [role=alert]').first().waitFor()
  })
}
