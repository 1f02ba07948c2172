import type { Browser, Page } from 'playwright-core'
import type { Words } from '../../src/words/catalogue.ts'
import { en } from '../../src/words/en.ts'
import { zh } from '../../src/words/zh.ts'
import { openWindow, settle } from '../browse.ts'
import { type Checks, expect, expectSoon } from '../checks.ts'
import type { Dev } from '../start-dev.ts'
import { orderPicture } from './order-picture.ts'
import { arrowTo, tabTo } from './press-keys.ts'

type Language = 'en' | 'zh'
type Walk = { page: Page; words: Words; language: Language; dev: Dev }

const catalogues: Record<Language, Words> = { en, zh }
const DAY_MS = 86_400_000
const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

/** Four paths of an owner with the keyboard alone, in both languages. The mouse is never used. */
export async function walkByKeyboard(checks: Checks, dev: Dev, browser: Browser): Promise<void> {
  for (const language of ['en', 'zh'] as const) {
    const { context, page, complaints } = await openWindow(browser, { theme: 'light', language, width: 1440 })
    const walk = { page, words: catalogues[language], language, dev }
    await checks.check(`by keyboard, ${language}: signing in and ordering a picture`, () => order(walk))
    await checks.check(`by keyboard, ${language}: a key is made, and its secret copied`, () => connect(walk))
    await checks.check(`by keyboard, ${language}: a note is kept, and that is undone`, () => review(walk))
    await checks.check(`by keyboard, ${language}: the ledger is verified`, () => verify(walk))
    await context.close()
    await checks.check(`by keyboard, ${language}: nothing complained`, async () =>
      expect(complaints.length === 0, complaints.join('\n')),
    )
  }
}

async function order({ page, words, dev: { baseUrl, second } }: Walk): Promise<void> {
  await page.goto(baseUrl)
  await tabTo(page, page.getByLabel(words.signIn.email))
  await page.keyboard.type(second.email)
  await tabTo(page, page.getByLabel(words.signIn.password, { exact: true }))
  await page.keyboard.type(second.password)
  await page.keyboard.press('Enter')
  // The page of the sign-in has the same address.
  await page.getByRole('navigation', { name: words.main }).first().waitFor()
  await settle(page)
  await page.keyboard.press('n')
  await page.waitForURL('**/make')
  await tabTo(page, page.getByLabel(words.make.prompt, { exact: true }))
  await page.keyboard.type('Ordered without a mouse')
  const button = page.getByRole('button', { name: `${words.make.submit} · ${words.make.price('400')}` })
  await button.waitFor()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/studio/med_**')
  await page.getByText(words.picture.chargedOnce('400'), { exact: false }).waitFor({ timeout: 30_000 })
}

async function connect({ page, words, language }: Walk): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL('**/connections')
  await settle(page)
  const open = page.getByRole('button', { name: words.keys.new })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(words.newKey.name, { exact: true }))
  await page.keyboard.type(`keyboard ${language}`)
  await page.keyboard.press('Enter')
  await page.getByTestId('secret').waitFor()
  await tabTo(page, page.getByRole('button', { name: words.secret.copyIt }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: words.secret.saved }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText(`keyboard ${language}`).first().waitFor()
  const isBack = () => open.evaluate((element) => element === document.activeElement)
  await expectSoon(isBack, 'the focus does not return to the button that opened the dialog')
}

async function review({ page, words, language, dev }: Walk): Promise<void> {
  await writeNote(dev, language)
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.waitForURL('**/knowledge')
  await settle(page)
  const { overview, review: reviewed } = words.knowledge.tabs
  await arrowTo(
    page,
    page.getByRole('radio', { name: overview, exact: true }),
    page.getByRole('radio', { name: new RegExp(`^${reviewed}`) }),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL('**tab=review**')
  const note = page.locator('blockquote', { hasText: noteOf(language) })
  await note.waitFor()
  await page.keyboard.press('a')
  await page.getByText(words.review.kept(noteOf(language))).waitFor()
  await page.keyboard.press('z')
  await note.waitFor()
  // What is kept leaves the list for the next language.
  await page.keyboard.press('a')
  await page.getByText(words.review.empty).waitFor()
}

async function verify({ page, words }: Walk): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/credits')
  await settle(page)
  await tabTo(page, page.getByRole('button', { name: words.creditsPage.verify }))
  await page.keyboard.press('Enter')
  await page.getByText(words.creditsPage.holds).waitFor()
}

const noteOf = (language: Language): string => `Steam sells, says ${language}`

/** Agents write notes together with a claim. */
async function writeNote({ baseUrl, second }: Dev, language: Language): Promise<void> {
  const key = second.apiKey
  const generatedMediaId = await orderPicture({ baseUrl, key, prompt: 'The mug of a claim' })
  const answer = await fetch(`${baseUrl}/api/agent/reports`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyKey: `keyboard-${language}`,
      kind: 'claim',
      generatedMediaId,
      platformAdId: `keyboard-${language}`,
      metric: 'roas',
      value: 3,
      windowStart: dayOf(9),
      windowEnd: dayOf(1),
      conversionType: 'purchase',
      attribution: '7d_click',
      note: noteOf(language),
    }),
  })
  expect(answer.status === 201, `status ${answer.status}`)
}
