import { setTimeout as sleep } from 'node:timers/promises'
import { printProgress } from '../../../server/harness/report/index.ts'
import { settle } from '../browse.ts'
import type { Figures } from './figures.ts'
import type { Studio } from './open-studio.ts'
import { watchFrames } from './watch-page.ts'

const VERIFIED_S = 10
const FRAME_MS = 100
const VERIFIED_WITHIN_MS = 120_000

/** Verifies a long ledger in the browser: how long it takes, and whether the page answers meanwhile. */
export async function measureLedger(figures: Figures, studio: Studio): Promise<void> {
  const [{ count } = { count: 0 }] = await studio.query<{ count: number }>(
    `select max(seq)::int as count from ledger_entries`,
  )
  const page = await studio.openPage('/credits')
  await settle(page)
  await sleep(1_000)
  const endFrames = await watchFrames(page)
  const startedAt = performance.now()
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await page.getByText('Every entry holds.').waitFor({ timeout: VERIFIED_WITHIN_MS })
  const seconds = (performance.now() - startedAt) / 1_000
  const longestMs = await endFrames()
  printProgress((await page.locator('.banner').textContent()) ?? '')
  figures.atMost(`${count} entries of the ledger verified`, seconds, VERIFIED_S, 's')
  figures.atMost('longest time without a frame meanwhile', longestMs, FRAME_MS, 'ms')
  await page.context().close()
}
