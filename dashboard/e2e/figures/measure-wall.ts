import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { printProgress } from '../../../server/harness/report/index.ts'
import type { Figures } from './figures.ts'
import { readShift } from './measure-shift.ts'
import { type Studio, waitForWall } from './open-studio.ts'
import { forgetWatched, readWatched, watchPage } from './watch-page.ts'

const TASK_MS = 100
const GROWTH_PERCENT = 10
const FROM_SCREEN = 10
const TO_SCREEN = 30
const SCREEN_MS = 400
const MEGABYTE = 1_048_576

/** Scrolls the wall of a large account: no long task, flat memory, and news that do not move anything. */
export async function measureWall(figures: Figures, studio: Studio, media: number): Promise<void> {
  const page = await studio.openPage('/studio', watchPage)
  await waitForWall(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await forgetWatched(page)
  const early = await scrollTo(page, session, 1, FROM_SCREEN)
  const late = await scrollTo(page, session, FROM_SCREEN + 1, TO_SCREEN)
  const longest = Math.max(0, ...early.tasksMs, ...late.tasksMs)
  const name = `of ${media} media, ${TO_SCREEN} screens`
  figures.atMost(`longest task while the wall scrolls, ${name}`, longest, TASK_MS, 'ms')
  const growth = (late.bytes / early.bytes - 1) * 100
  printProgress(
    `the page holds ${(early.bytes / MEGABYTE).toFixed(1)} MB after ${FROM_SCREEN} screens and ` +
      `${(late.bytes / MEGABYTE).toFixed(1)} MB after ${TO_SCREEN}`,
  )
  figures.atMost(`memory from screen ${FROM_SCREEN} to ${TO_SCREEN}, growth`, growth, GROWTH_PERCENT, '%')
  await studio.order('The mug that arrives above the reader')
  await page.getByRole('button', { name: /new/ }).waitFor()
  figures.atMost('layout shift while a job arrives above the reader', await readShift(page), 0, '')
  await page.context().close()
}

type Scrolled = { tasksMs: number[]; bytes: number }

/** One screen after the other, as a reader turns the wheel. Then what the page holds after a collection. */
async function scrollTo(page: Page, session: CDPSession, from: number, to: number): Promise<Scrolled> {
  const height = page.viewportSize()?.height ?? 0
  for (let screen = from; screen <= to; screen++) {
    await page.mouse.wheel(0, height)
    await sleep(SCREEN_MS)
    // More is loaded before the end is reached; a reader who is faster waits here.
    await page.waitForFunction(
      (wanted) => document.documentElement.scrollHeight > wanted,
      (screen + 2) * height,
    )
  }
  const { tasksMs } = await readWatched(page)
  const at = await page.evaluate(() => scrollY)
  if (at < to * height * 0.9) throw new Error(`the wall is at ${at} px after ${to} screens`)
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  // The collection itself blocks the page, which is not a task of the wall.
  await sleep(SCREEN_MS)
  const { shifts } = await readWatched(page)
  await forgetWatched(page)
  await page.evaluate((before) => {
    const { watched } = globalThis as unknown as { watched: { shifts: typeof before } }
    watched.shifts.push(...before)
  }, shifts)
  return { tasksMs, bytes }
}
