// Proves that overload ends in refusals, not in refunds: four times as many jobs as the machine carries,
// while processes are killed. What is acknowledged must end as its provider ended it, at nearly the same rate
// as without overload. Then the same while every core is busy with something else.
// Run: pnpm overload [--seconds 300] [--small]. Takes about 25 minutes, with --small one.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { flag, number } from '../../harness/arguments/index.ts'
import { openSystem } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { type Check, print, printChecks, runCheck } from '../../harness/report/index.ts'
import { burnCores } from './burn-cores.ts'
import { judgeRun } from './judge-run.ts'
import { killProcesses } from './kill-processes.ts'
import { countCompleted, countOpen, measureRate } from './measure-rate.ts'
import { printTimeline } from './print-timeline.ts'
import { newCaller, newTold, sendAtRate } from './send-submits.ts'
import { watchPulses } from './watch-pulses.ts'

const FACTOR = 4
const GOODPUT_SHARE = 0.8
/** A kill takes a large part of a short run, and its rate was measured for seconds only. */
const SMALL_GOODPUT_SHARE = 0.3
const USERS = 60
/** After the overload the service has this long to be back at full speed. */
const BACK_WITHIN_MS = 10_000
const AFTER_SECONDS = 5
const AFTER_SHARE = 0.5

const command = {
  name: 'pnpm overload',
  options: {
    seconds: number(300, 'how long the overload lasts', { least: 5, most: 3_600, small: 20 }),
    render: number(30, 'seconds that the provider takes', { least: 1, most: 60, small: 3 }),
    window: number(60, 'seconds until an image stalls; a video has twice as long', {
      least: 10,
      most: 900,
      small: 40,
    }),
    'kill-every': number(30, 'seconds between two kills', { least: 5, most: 600, small: 8 }),
    rate: number(0, 'jobs a second that the machine carries; 0: it is measured', { most: 1_000 }),
    burn: flag('only the run in which every core is busy with something else'),
    quiet: flag('only the run in which nothing else is busy'),
    small: flag('one short run, for CI'),
  },
}

type Sizes = {
  seconds: number
  render: number
  window: number
  rate: number
  'kill-every': number
  small: boolean
}

await runCheck(command, async (values) => {
  const checks: Check[] = []
  if (!values.burn) checks.push(...(await runOnce('as it is', values)))
  if (!values.quiet && !values.small) checks.push(...(await runBurnt(values)))
  return printChecks(checks)
})

async function runBurnt(sizes: Sizes): Promise<Check[]> {
  const stopBurning = burnCores()
  try {
    return await runOnce('burnt cores', sizes)
  } finally {
    await stopBurning()
  }
}

async function runOnce(name: string, sizes: Sizes): Promise<Check[]> {
  const opened = await openSystem('overload', {
    users: USERS,
    env: settings(sizes),
    // As in a deployment: both workers have runs.
    counts: { workers: 2 },
    isBalanced: true,
  })
  const { system, databaseUrl, users } = opened
  const caller = newCaller(
    system.baseUrl,
    users.map(({ apiKey }) => apiKey),
  )
  print(`${name}: the load of the machine is ${loadavg()[0]?.toFixed(1)}`)
  const drain = (withinMs: number) =>
    waitUntil('every job is final', async () => (await countOpen(databaseUrl)) === 0, {
      withinMs,
      everyMs: 500,
    }).catch(() => undefined)
  const stepSeconds = Math.max(4, sizes.render / 2)
  const rate =
    sizes.rate || (await measureRate(databaseUrl, caller, { renderSeconds: sizes.render, stepSeconds }))
  await drain(sizes.window * 2_000)

  const told = newTold()
  const startedAt = Date.now()
  const [over, final] = [new AbortController(), new AbortController()]
  const watching = watchPulses(databaseUrl, final.signal)
  const killing = killProcesses(system, sizes['kill-every'] * 1_000, over.signal)
  const goodput = measureGoodput(databaseUrl, sizes)
  await sendAtRate(caller, told, { perSecond: rate * FACTOR, seconds: sizes.seconds })
  over.abort()
  const killed = await killing
  const after = await sendAfter()
  await drain(sizes.window * 2_000 + 60_000)
  final.abort()
  await printTimeline(databaseUrl, { startedAt, killed, seen: await watching })
  const goodputShare = sizes.small ? SMALL_GOODPUT_SHARE : GOODPUT_SHARE
  const figures = { rate, goodput: await goodput, goodputShare }
  const checks = await judgeRun({ name, opened, told, killed, after, ...figures })
  await caller.close()
  await opened.close()
  return checks

  async function sendAfter() {
    const later = newTold()
    await sleep(BACK_WITHIN_MS)
    await sendAtRate(caller, later, { perSecond: rate * AFTER_SHARE, seconds: AFTER_SECONDS })
    return later
  }
}

/** Completed jobs a second, from the end of the first render to the end of the overload. */
async function measureGoodput(databaseUrl: string, { render, seconds }: Sizes): Promise<number> {
  // A killed database answers again within seconds.
  const count = async () => {
    for (;;) {
      const counted = await countCompleted(databaseUrl).catch(() => undefined)
      if (counted !== undefined) return { counted, at: performance.now() }
      await sleep(200)
    }
  }
  await sleep(Math.min(render, seconds / 2) * 1_000)
  const first = await count()
  await sleep(seconds * 1_000 - Math.min(render, seconds / 2) * 1_000)
  const last = await count()
  return ((last.counted - first.counted) / (last.at - first.at)) * 1_000
}

function settings({ render, window }: Sizes): Record<string, string> {
  return {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100000',
    RUNNING_JOBS_PER_USER: '10000',
    IMAGE_STALL_SECONDS: String(window),
    VIDEO_STALL_SECONDS: String(window * 2),
    SIMULATOR_RENDER_MS: String(render * 1_000),
    SIMULATOR_VIDEO_MS: String(render * 1_000),
    SIMULATOR_LONG_SIDE_PIXELS: '128',
  }
}
