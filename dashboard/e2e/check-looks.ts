import type { Browser, Page } from 'playwright-core'
import { checkIdsCopy, openWindow } from './browse.ts'
import { signIn } from './check-session.ts'
import type { Checks } from './checks.ts'
import { lookAtPages } from './look-at-pages.ts'
import { movePassword } from './operate.ts'
import { addPhoto, callAs } from './sheets/fill-account.ts'
import type { Dev } from './start-dev.ts'
import { ownerViewsOf, type Places } from './views/owner-views.ts'

type Looked = Dev & Places & { pictureUrl: string; isWhole: boolean }

const desk = { theme: 'light', language: 'en', width: 1440 } as const

/** Every page of an owner and what opens on it, in its looks; every id on a page copies. */
export async function checkLooks(
  checks: Checks,
  looked: Looked,
  browser: Browser,
  shoot: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const { baseUrl, owner, isWhole, pictureUrl } = looked
  const call = callAs(baseUrl, owner)
  // A photo to look at, and a job that is not done meanwhile.
  const path = `/api/gen/products/${looked.productId}/reference`
  await addPhoto(call, { path, label: 'front', address: pictureUrl })
  await call('/api/gen/image', { prompt: 'The mug in the fog', model: 'simulator/hang' })
  const { context, page } = await openWindow(browser, desk)
  await signIn(page, baseUrl, owner)
  const session = await context.storageState()
  await context.close()
  // All looks take longer than a password counts.
  await movePassword(looked, owner.email, 1)
  const views = ownerViewsOf(looked)
  await lookAtPages(checks, { baseUrl, views, isWhole, session, shoot, also: checkIdsCopy }, browser)
}
