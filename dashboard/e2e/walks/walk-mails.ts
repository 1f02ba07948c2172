import type { Browser, Page } from 'playwright-core'
import { checkAccess, openWindow, settle } from '../browse.ts'
import { signIn } from '../check-session.ts'
import { type Checks, expect, expectSoon } from '../checks.ts'
import type { Dev } from '../start-dev.ts'

const desk = { theme: 'light', language: 'en', width: 1440 } as const
const COLLEAGUE = 'colleague.by.mail@atelier.test'
const NOBODY = 'nobody.there@atelier.test'
/** A mail server says what it likes. */
const SAID = '550 5.1.1 <b id=ran>there is no such mailbox</b>'

/** Mails as those see them who cause them: an admin who invites, and an owner who chooses what is told. */
export async function walkMails(checks: Checks, dev: Dev, browser: Browser): Promise<void> {
  const admin = await openWindow(browser, desk)
  await signIn(admin.page, dev.baseUrl, dev.admin, '/operator?tab=users')
  await walkInvitations(checks, dev, browser, admin.page)
  await admin.context.close()
  const owner = await openWindow(browser, desk)
  await signIn(owner.page, dev.baseUrl, dev.poor, '/settings')
  await walkNotices(checks, dev, owner.page)
  await owner.context.close()
  const complaints = [...admin.complaints, ...owner.complaints]
  await checks.check('nothing complained about mails', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

/** The dialog of an invitation, sent. */
async function invite(page: Page, address: string, language: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address', { exact: true }).fill(address)
  await dialog.getByRole('radio', { name: language }).click()
  await checkAccess(page)
  await dialog.getByRole('button', { name: 'Invite by mail' }).click()
  await dialog.getByText(`A mail to ${address} is on its way.`, { exact: false }).waitFor()
}

async function walkInvitations(
  { check }: Checks,
  { baseUrl, post }: Dev,
  browser: Browser,
  page: Page,
): Promise<void> {
  await check(
    'an admin invites by mail in the language of the guest, whose link opens an account',
    async () => {
      await invite(page, COLLEAGUE, '中文')
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expectSoon(() => post.mailsTo(COLLEAGUE).length > 0, 'no mail came')
      const text = post.mailsTo(COLLEAGUE)[0]?.text ?? ''
      expect(/[\u4e00-\u9fff]{8}/.test(text), text)
      const link = /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? ''
      const guest = await openWindow(browser, desk)
      await guest.page.goto(link)
      await guest.page.locator('input[name=password]').fill('walnut tuba canoe eleven')
      await guest.page.locator('button[type=submit]').click()
      await guest.page.waitForURL((url) => url.pathname === '/')
      await guest.context.close()
    },
  )

  await check('a mail that the mail server refuses is shown to admins, with what it said', async () => {
    post.behaviour.recipient = (address) => (address === NOBODY ? SAID : undefined)
    await invite(page, NOBODY, 'English')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.goto(`${baseUrl}/operator`)
    const card = page.getByRole('region', { name: 'Mails that were not sent' })
    const row = card.getByRole('listitem').filter({ hasText: NOBODY })
    // The page looks again every 15 s.
    await row.getByText('Refused', { exact: true }).waitFor({ timeout: 40_000 })
    await row.getByText(SAID, { exact: false }).waitFor()
    expect((await page.locator('#ran').count()) === 0, 'what the mail server said became markup')
    expect((await card.getByText(COLLEAGUE).count()) === 0, 'a mail that was sent is listed')
    await checkAccess(page)
  })
}

async function walkNotices({ check }: Checks, { baseUrl, post, poor }: Dev, page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Mails to you' })
  const choose = (group: string, choice: string) =>
    card.getByRole('group', { name: group }).last().getByRole('radio', { name: choice, exact: true })
  const isChosen = async (group: string, choice: string) =>
    (await choose(group, choice).getAttribute('aria-checked')) === 'true'
  const expectChosen = (group: string, choice: string) =>
    expectSoon(() => isChosen(group, choice), `${group} is not ${choice}`)

  await check('an owner chooses which mails come, and in which language; the choice stays', async () => {
    await card.waitFor()
    for (const [group, choice] of [
      ['Language of the mails', 'English'],
      ['Low balance', 'On'],
      ['Weekly summary', 'Off'],
    ] as const)
      await expectChosen(group, choice)
    await choose('Language of the mails', '中文').click()
    await expectChosen('Language of the mails', '中文')
    await choose('Weekly summary', 'On').click()
    await expectChosen('Weekly summary', 'On')
    await page.reload()
    await settle(page)
    await expectChosen('Language of the mails', '中文')
    await expectChosen('Weekly summary', 'On')
    await expectChosen('Low balance', 'On')
    await checkAccess(page)
  })

  await check(
    'a low balance is told in that language; one click in the mail switches it off here',
    async () => {
      await card.getByLabel('Warn me below').fill('900000')
      await card.getByRole('button', { name: 'Save' }).click()
      await expectSoon(() => post.mailsTo(poor.email).length > 0, 'no mail came')
      const mail = post.mailsTo(poor.email).at(-1)
      expect(mail?.subject.startsWith('余额不足') === true, mail?.subject ?? '')
      const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
      const answer = await fetch(header.replace(/^<|>$/g, ''), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(answer.ok, `${answer.status}`)
      await page.goto(`${baseUrl}/billing`)
      const field = page.getByRole('form', { name: 'Low balance' }).getByRole('textbox')
      await expectSoon(
        async () => (await field.inputValue()) === '900,000',
        'the page Billing has another limit',
      )
      await page.goto(`${baseUrl}/settings`)
      await expectChosen('Low balance', 'Off')
      await expectChosen('Weekly summary', 'On')
      await choose('Low balance', 'On').click()
      await expectChosen('Low balance', 'On')
    },
  )
}
