// Measures what an owner feels at the dashboard, on a real system and in Chromium: how late open pages show a
// result and what they cost, the first load, a wall of 100,000 media, a ledger of 100,000 entries.
// Run: pnpm probe:dashboard [live] [shift] [load] [wall] [ledger] [--small]. Takes 6 minutes; --small 2.
import { flag, number } from '../../../server/harness/arguments/index.ts'
import { print, runCheck } from '../../../server/harness/report/index.ts'
import { newFigures } from './figures.ts'
import { fillAccount } from './fill-account.ts'
import { measureFirstLoad } from './measure-first-load.ts'
import { measureLedger } from './measure-ledger.ts'
import { measureLive } from './measure-live.ts'
import { measureShift } from './measure-shift.ts'
import { measureWall } from './measure-wall.ts'
import { openStudio } from './open-studio.ts'

const EVERY_MS = 5_000

const command = {
  name: 'pnpm probe:dashboard',
  positionals: 'parts: live, shift, load, wall, ledger; all of them by default',
  options: {
    pages: number(20, 'open walls of one owner', { small: 20, least: 1, most: 100 }),
    jobs: number(10, 'jobs that end while they are open', { small: 3, least: 1, most: 100 }),
    loads: number(5, 'first loads of each page', { small: 3, least: 1, most: 50 }),
    media: number(100_000, 'media and ledger entries of the account', {
      small: 10_000,
      least: 2_000,
      most: 1_000_000,
    }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ pages, jobs, loads, media }, only) => {
  const figures = newFigures()
  const studio = await openStudio()
  const isWanted = (...parts: string[]) => only.length === 0 || parts.some((part) => only.includes(part))
  if (isWanted('live')) await measureLive(figures, studio, { pages, jobs, everyMs: EVERY_MS })
  if (isWanted('shift')) await measureShift(figures, studio)
  if (isWanted('load')) await measureFirstLoad(figures, studio, loads)
  if (isWanted('wall', 'ledger')) await fillAccount(studio, media)
  if (isWanted('wall')) await measureWall(figures, studio, media)
  if (isWanted('ledger')) await measureLedger(figures, studio)
  print(figures.table())
  return figures.results()
})
