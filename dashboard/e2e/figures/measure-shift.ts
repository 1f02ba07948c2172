import type { Page } from 'playwright-core'
import { waitUntil } from '../../../server/harness/processes/index.ts'
import { printProgress } from '../../../server/harness/report/index.ts'
import type { Figures } from './figures.ts'
import type { Studio } from './open-studio.ts'
import { readWatched, watchPage } from './watch-page.ts'

const SEEN_WITHIN_MS = 15_000

/** A wall is opened while jobs run: nothing may move while pictures load and these jobs end. */
export async function measureShift(figures: Figures, studio: Studio): Promise<void> {
  const prompts = [1, 2, 3].map((at) => `The mug that changes in place, number ${at}`)
  for (const prompt of prompts) await studio.order(prompt)
  const page = await studio.openPage('/studio', watchPage)
  await studio.waitForStored(prompts)
  const areSeen = async () => {
    const { seenMs } = await readWatched(page)
    return prompts.every((prompt) => prompt in seenMs)
  }
  await waitUntil('the wall shows the pictures', areSeen, { withinMs: SEEN_WITHIN_MS, everyMs: 250 })
  figures.atMost('layout shift while pictures load and jobs end', await readShift(page), 0, '')
  await page.context().close()
}

/** The sum of all shifts, and what moved. */
export async function readShift(page: Page): Promise<number> {
  const { shifts } = await readWatched(page)
  for (const { value, moved } of shifts) printProgress(`moved by ${value.toFixed(4)}: ${moved.join(', ')}`)
  return shifts.reduce((sum, { value }) => sum + value, 0)
}
