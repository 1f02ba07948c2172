import type { Browser } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import type { Dev } from './start-dev.ts'

const looks = [
  { language: 'en', crop: '9:16 crop', every: /^(4:5|9:16|1\.91:1) (crop|pad)$/ },
  { language: 'zh', crop: '9:16 裁剪', every: /^(4:5|9:16|1\.91:1) (裁剪|留边)$/ },
] as const

/** The page of a picture offers it in the ratio of each placement, in both languages. */
export async function checkRenditions(
  { check }: Checks,
  { baseUrl, owner, compared: [id] }: Dev & { compared: [string, string] },
  browser: Browser,
): Promise<void> {
  const first = await openWindow(browser, { theme: 'light', language: 'en', width: 1440 })
  await signIn(first.page, baseUrl, owner)
  const state = await first.context.storageState()
  await first.context.close()
  for (const { language, crop, every } of looks) {
    const { context, page } = await openWindow(browser, { theme: 'light', language, width: 1440 }, state)
    await check(`a picture is downloaded in the ratio of a placement (${language})`, async () => {
      await page.goto(`${baseUrl}/studio/${id}`)
      await settle(page)
      const links = page.getByRole('link', { name: every })
      await expectSoon(async () => (await links.count()) === 6, 'there are not six renditions')
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: crop }).click()
      const saved = await saving
      expect(saved.suggestedFilename() === `${id}-vertical-crop.jpg`, saved.suggestedFilename())
      expect((await saved.failure()) === null, 'the download failed')
    })
    await context.close()
  }
}
