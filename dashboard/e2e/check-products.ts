import type { Browser, Page } from 'playwright-core'
import { openWindow, settle } from './browse.ts'
import { signIn } from './check-session.ts'
import { type Checks, expect, expectSoon } from './checks.ts'
import { dropFile, type GivenFile, pasteFile } from './drop-files.ts'
import type { Dev } from './start-dev.ts'

type Shoot = (page: Page, name: string) => Promise<void>
type Given = { page: Page; baseUrl: string; picture: GivenFile; shoot: Shoot }

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** A product is made, gets photos in three ways, an entry point, and shows its results. */
export async function checkProducts(
  checks: Checks,
  { baseUrl, owner, pictureUrl, productId }: Dev & { pictureUrl: string; productId: string },
  browser: Browser,
  shoot: Shoot,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, desk)
  const bytes = new Uint8Array(await (await fetch(pictureUrl)).arrayBuffer())
  const picture = { name: 'front.jpg', type: 'image/jpeg', bytes }
  await signIn(page, baseUrl, owner, '/products')
  const given = { page, baseUrl, picture, shoot }
  await checkPhotos(checks, given)
  await checkPoints(checks, given, productId)
  await checkOthers(checks, given)
  await context.close()
  await checks.check('nothing complained about products', async () =>
    expect(complaints.length === 0, complaints.join('\n')),
  )
}

async function checkPhotos({ check }: Checks, { page, picture, shoot }: Given): Promise<void> {
  const photos = page.getByRole('list', { name: 'Photos, oldest first' }).getByRole('listitem')
  const haveCount = async (count: number) => {
    await photos.nth(count - 1).waitFor({ timeout: 20_000 })
    expect((await photos.count()) === count, `${await photos.count()} photos`)
  }

  await check('a product gets photos by choosing, dropping and pasting; the first is primary', async () => {
    await page.getByRole('button', { name: 'New product' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Blue flask')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/products/prd_**')
    await page.getByRole('heading', { name: 'Blue flask', level: 1 }).waitFor()
    const { name, type, bytes } = picture
    await page.getByLabel('choose files').setInputFiles({ name, mimeType: type, buffer: Buffer.from(bytes) })
    await haveCount(1)
    await dropFile(page, '.drop', { ...picture, name: 'side.jpg' })
    await haveCount(2)
    await pasteFile(page, { ...picture, name: 'back.jpg' })
    await haveCount(3)
    await photos.first().getByText('Primary', { exact: true }).waitFor()
    expect((await page.getByText('Primary', { exact: true }).count()) === 1, 'one photo is primary')
    await shoot(page, 'photos-1440-light')
  })

  await check('what is no photo is refused where it was dropped', async () => {
    await dropFile(page, '.drop', { name: 'notes.txt', type: 'text/plain', bytes: new Uint8Array([1]) })
    await page.getByText('notes.txt is no JPEG, PNG or WebP.').waitFor()
    await page.getByRole('button', { name: 'Close: notes' }).click()
  })

  await check('deleting the primary photo says what becomes primary', async () => {
    await page.getByRole('button', { name: 'Delete the photo front' }).click()
    await page.getByText('The next oldest one becomes primary').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The photo is deleted.').waitFor()
    await photos.filter({ hasText: 'side' }).getByText('Primary', { exact: true }).waitFor()
  })
}

async function checkPoints(
  { check }: Checks,
  { page, baseUrl, shoot }: Given,
  productId: string,
): Promise<void> {
  await check('the board has 30 places: results, then a new entry point, then free ones', async () => {
    await page.goto(`${baseUrl}/products/${productId}?tab=points`)
    const places = page.getByRole('list', { name: 'Entry points, oldest first' }).getByRole('listitem')
    await places.first().getByText(/^ROAS/).waitFor()
    await settle(page)
    expect((await places.count()) >= 30, `${await places.count()} places`)
    await page.getByRole('button', { name: 'New entry point' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Write the moment or the pain.').waitFor()
    await page.getByLabel('Why do people buy it then?').fill('Coffee goes cold in very long meetings')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/Nearly the same exists/).waitFor()
    await page.getByText('5 entry points, 25 places free.').waitFor()
    await page.getByRole('radio', { name: 'Entry points 5' }).waitFor()
    await shoot(page, 'points-1440-light')
  })

  await check('an entry point is deleted with the word that results stay', async () => {
    await page.getByRole('button', { name: 'More for “Coffee goes cold in very long meetings”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Its pictures and their results stay').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('4 entry points, 26 places free.').waitFor()
  })

  await check('making one for an entry point brings product and entry point along', async () => {
    await page.getByRole('button', { name: 'More for “The cup chips on every move”' }).click()
    await page.getByRole('menuitem', { name: 'Make one for it' }).click()
    await page.waitForURL('**/make?**')
    // The tab of the board is also named after entry points, and can still be there.
    const chosen = page.getByRole('combobox', { name: 'Entry point', exact: true })
    await chosen.waitFor()
    const isChosen = async () => (await chosen.inputValue()).startsWith('cep_')
    await expectSoon(isChosen, 'no entry point is chosen')
  })
}

async function checkOthers({ check }: Checks, { page, baseUrl }: Given): Promise<void> {
  await check('characters and topics have their own pages, and Back works', async () => {
    await page.goto(`${baseUrl}/products`)
    await page.getByRole('radio', { name: /Characters/ }).click()
    await page.getByRole('link', { name: 'Mia' }).click()
    await page.waitForURL('**/characters/chr_**')
    await page.getByText('Jobs with this character see these photos.').waitFor()
    await page.goBack()
    await page.waitForURL('**/products?tab=characters')
    await page.getByRole('radio', { name: /Topics/ }).click()
    await page.getByRole('link', { name: 'Winter' }).click()
    await page.getByText('The first frost of the year').waitFor()
  })
}
