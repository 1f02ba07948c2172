import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { waitUntil } from '../../../server/harness/processes/index.ts'
import { printProgress, quantile } from '../../../server/harness/report/index.ts'
import { readCpuMs } from '../../../server/harness/usage/index.ts'
import type { Figures } from './figures.ts'
import { RENDER_MS, type Stored, type Studio, waitForWall } from './open-studio.ts'
import { readWatched, watchPage } from './watch-page.ts'

const VISIBLE_S = 2
const CPU_PERCENT = 5
const RESUMES_S = 5
/** From the last order until its picture is in every page. */
const REST_MS = RENDER_MS + 4_000
const SEEN_WITHIN_MS = 15_000
const PAGES_PER_PROFILE = 5

export type LiveSize = { pages: number; jobs: number; everyMs: number }

/** Many open walls of one owner: how late they show a picture, what they cost, and what a dead api does. */
export async function measureLive(figures: Figures, studio: Studio, size: LiveSize): Promise<void> {
  // Not measured: the first jobs and requests of a process are slower than the others.
  await runJobs(studio, 'warm', { ...size, jobs: 2 })
  printProgress(`${size.jobs} jobs without a page ...`)
  const alone = await runJobs(studio, 'alone', size)
  printProgress(`opening ${size.pages} pages ...`)
  const pages = await openPages(studio, size.pages)
  printProgress(`${size.jobs} jobs with ${size.pages} pages ...`)
  const watched = await runJobs(studio, 'watched', size)
  const byJob = await readDelays(pages, watched.stored)
  printProgress(`first and last page of each job, in seconds: ${byJob.map(firstAndLast).join(', ')}`)
  const delays = byJob.flat()
  const { length } = delays
  figures.atMost(`stored to visible, p99 of ${length} in ${size.pages} pages`, p99(delays), VISIBLE_S, 's')
  const percent = ((watched.cpuMs - alone.cpuMs) / watched.tookMs) * 100
  printProgress(
    `cpu of api and database: ${alone.cpuMs} ms without pages, ${watched.cpuMs} ms with them, in ` +
      `${Math.round(watched.tookMs)} ms; visible after ${quantile(delays, 0.5).toFixed(2)} s (median)`,
  )
  figures.atMost(`cpu that ${size.pages} pages cost api and database`, percent, CPU_PERCENT, '% of a core')
  await measureResume(figures, studio, pages)
  for (const context of new Set(pages.map((page) => page.context()))) await context.close()
}

/** Each browser profile has a few of them: a profile with a single page costs the machine twice as much. */
async function openPages(studio: Studio, count: number): Promise<Page[]> {
  const pages: Page[] = []
  for (let at = 0; at < count; at++) {
    const beside = at % PAGES_PER_PROFILE === 0 ? undefined : pages.at(-1)
    pages.push(await studio.openPage('/studio', watchPage, beside))
  }
  await Promise.all(pages.map(waitForWall))
  return pages
}

const firstAndLast = (delays: number[]): string =>
  [Math.min(...delays), Math.max(...delays)].map((seconds) => seconds.toFixed(1)).join(' to ')

const p99 = (values: number[]): number => quantile(values, 0.99)

type Ran = { stored: Stored[]; cpuMs: number; tookMs: number }

/** The same jobs at the same pace, and the CPU time that api and database used meanwhile. */
async function runJobs(studio: Studio, name: string, { jobs, everyMs }: LiveSize): Promise<Ran> {
  const { apis, postgres } = studio.system
  const readMs = () => readCpuMs(apis[0]?.pid) + readCpuMs(postgres.pid)
  const prompts = Array.from({ length: jobs }, (_, at) => `The mug, ${name}, number ${at + 1}`)
  const [beganMs, startedAt] = [readMs(), performance.now()]
  for (const [at, prompt] of prompts.entries()) {
    await sleep(Math.max(0, startedAt + at * everyMs - performance.now()))
    await studio.order(prompt)
  }
  await sleep(Math.max(0, startedAt + (jobs - 1) * everyMs + REST_MS - performance.now()))
  const ran = { cpuMs: Math.round(readMs() - beganMs), tookMs: performance.now() - startedAt }
  return { ...ran, stored: await studio.waitForStored(prompts) }
}

/** Seconds from stored to visible, of each job in each page. What a page never shows counts as infinite. */
async function readDelays(pages: Page[], stored: Stored[]): Promise<number[][]> {
  await waitUntil('every page shows every job', () => areSeen(pages, stored), {
    withinMs: SEEN_WITHIN_MS,
    everyMs: 250,
  }).catch(() => undefined)
  const seen = await Promise.all(pages.map(readWatched))
  return stored.map(({ prompt, storedMs }) =>
    seen.map(({ seenMs }) => ((seenMs[prompt] ?? Number.POSITIVE_INFINITY) - storedMs) / 1_000),
  )
}

async function areSeen(pages: Page[], stored: Stored[]): Promise<boolean> {
  const seen = await Promise.all(pages.map(readWatched))
  return seen.every(({ seenMs }) => stored.every(({ prompt }) => prompt in seenMs))
}

/** Jobs end while no api runs. Pages must show them soon after it is back, once, and nothing else. */
async function measureResume(figures: Figures, studio: Studio, pages: Page[]): Promise<void> {
  const api = studio.system.apis[0]
  if (!api) throw new Error('there is no api')
  printProgress('killing the api ...')
  const prompts = [1, 2].map((at) => `The mug that nobody could hear of, number ${at}`)
  for (const prompt of prompts) await studio.order(prompt)
  await api.kill9()
  const stored = await studio.waitForStored(prompts)
  await api.start()
  const backMs = Date.now()
  const late = await readDelays(
    pages,
    stored.map((one) => ({ ...one, storedMs: backMs })),
  )
  figures.atMost(
    'after kill -9 of the api, the last page is up to date',
    Math.max(...late.flat()),
    RESUMES_S,
    's',
  )
  const newest = await studio.query<{ id: string }>(
    `select id from media where user_id = (select user_id from media where id = $1) and mode = 'live'
     order by created_at desc, id desc`,
    [stored[0]?.id],
  )
  const wrong = await Promise.all(pages.map((page) => countWrong(page, newest)))
  const sum = wrong.reduce((total, count) => total + count, 0)
  figures.atMost('jobs that are missing or doubled in a page', sum, 0, '')
}

/** Of the tiles that exist in the page, in any order: more or other ones than the newest of the account. */
async function countWrong(page: Page, newest: { id: string }[]): Promise<number> {
  const shown = await page
    .locator('.tile [data-index]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))
  const unique = new Set(shown)
  const missing = newest.slice(0, Math.max(shown.length, 1)).filter(({ id }) => !unique.has(id))
  return shown.length - unique.size + missing.length
}
