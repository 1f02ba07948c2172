// Measures what open jobs cost while they wait for their provider: CPU, memory, what the engine holds for
// them, and whether submits get slower meanwhile.
// Run: pnpm probe:waiting [--jobs 10000] [--seconds 60] [--small]. Takes about 15 minutes; --small 2.
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { flag, number } from '../../harness/arguments/index.ts'
import {
  callAs,
  fastPostgres,
  fastSettings,
  openSystem,
  queryDatabase,
  runParallel,
} from '../../harness/driver/index.ts'
import { type System, waitUntil } from '../../harness/processes/index.ts'
import { print, printChecks, printProgress, quantile, runCheck } from '../../harness/report/index.ts'
import { readCpuMs, readMemoryBytes } from '../../harness/usage/index.ts'

const VIDEO_MINUTES = 25
const JOBS_PER_USER = 50
const IN_PARALLEL = 16
/** After the last submit, the checks that were due at the beginning are over. */
const CALM_MS = 45_000
const CPU_PERCENT_PER_THOUSAND = 3
const P99_RATIO_MAX = 2
const MEGABYTE = 1_048_576

const command = {
  name: 'pnpm probe:waiting',
  options: {
    jobs: number(10_000, 'videos that are open at once', { small: 500, least: 50, most: 100_000 }),
    seconds: number(60, 'how long each idle phase is measured', { small: 20, least: 5, most: 600 }),
    submits: number(200, 'submits of each latency, one at a time', { small: 60, least: 20, most: 10_000 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ jobs, seconds, submits }) => {
  const { system, owner, users, databaseUrl } = await openSystem('waiting', {
    users: Math.ceil(jobs / JOBS_PER_USER),
    env: {
      ...fastSettings,
      SIMULATOR_SLOW_MS: String(VIDEO_MINUTES * 60_000),
      // Admission refuses what may not be stored within its window, and these renders all end together.
      VIDEO_STALL_SECONDS: '7200',
    },
    postgres: fastPostgres,
  })
  const dispatcher = new Agent({ connections: IN_PARALLEL })
  const submitAs = (apiKey: string, path: string, model: string) =>
    callAs(system.baseUrl, { 'x-api-key': apiKey }, dispatcher)('POST', path, {
      body: { prompt: 'a mug turns on a table', model },
    })
  const measureSubmits = async () => {
    const taken: number[] = []
    for (let i = 0; i < submits; i++) {
      const at = performance.now()
      await submitAs(owner.apiKey, '/api/gen/image', 'simulator/ok')
      taken.push(performance.now() - at)
      await sleep(100)
    }
    return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }
  }
  await measureSubmits()
  const idle = { submit: await measureSubmits(), ...(await measureIdle(system, seconds)) }
  printProgress(`submitting ${jobs} videos of ${VIDEO_MINUTES} minutes ...`)
  const startedAt = performance.now()
  const apiKeys = Array.from({ length: jobs }, (_, i) => users[i % users.length]?.apiKey ?? '')
  await runParallel(IN_PARALLEL, apiKeys, (apiKey) => submitAs(apiKey, '/api/gen/video', 'simulator/slow'))
  print(`${jobs} videos were accepted in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  const unsent = `select count(*)::int as count from media where kind = 'video' and status <> 'processing'`
  const countUnsent = async () =>
    Number((await queryDatabase(databaseUrl, (query) => query<{ count: number }>(unsent)))[0]?.count)
  await waitUntil('every video is at its provider', async () => (await countUnsent()) === 0, {
    withinMs: 300_000,
    everyMs: 1_000,
  })
  await sleep(CALM_MS)
  const waiting = { ...(await measureIdle(system, seconds)), submit: await measureSubmits() }
  const held = await readInvocations(system)
  for (const [name, { cpuPercent, bytes, submit }] of Object.entries({ idle, waiting })) {
    print(`${name}: ${list(cpuPercent, (percent) => `${percent.toFixed(1)}%`)} of a core`)
    print(`  memory: ${list(bytes, (count) => `${(count / MEGABYTE).toFixed(0)} MB`)}`)
    print(`  submit: p50 ${submit.p50.toFixed(1)} ms, p99 ${submit.p99.toFixed(1)} ms`)
  }
  print(`the engine holds: ${list(held, String)}`)
  const perThousand = (sum(waiting.cpuPercent) - sum(idle.cpuPercent)) / (jobs / 1_000)
  const p99Ratio = waiting.submit.p99 / idle.submit.p99
  const isSuspended = (held.suspended ?? 0) >= jobs * 0.99
  return printChecks([
    {
      sentence: `a thousand open videos take ${perThousand.toFixed(2)}% of a core`,
      failures: perThousand <= CPU_PERCENT_PER_THOUSAND ? [] : [`more than ${CPU_PERCENT_PER_THOUSAND}%`],
    },
    {
      sentence: `${held.suspended ?? 0} of ${jobs} runs are suspended and hold no slot`,
      failures: isSuspended ? [] : ['runs hold a slot while they wait'],
    },
    {
      sentence: `the p99 of submits is ${p99Ratio.toFixed(2)} times that of an idle system`,
      failures: p99Ratio <= P99_RATIO_MAX ? [] : [`more than ${P99_RATIO_MAX} times`],
    },
  ])
})

/** CPU of each process in percent of a core, and the memory of those that hold jobs. */
async function measureIdle(system: System, seconds: number) {
  const pids = {
    api: system.apis[0]?.pid,
    worker: system.workers[0]?.pid,
    engine: system.engine.pid,
    postgres: system.postgres.pid,
  }
  const read = () => Object.entries(pids).map(([name, pid]) => [name, readCpuMs(pid)] as const)
  const before = new Map(read())
  const from = performance.now()
  await sleep(seconds * 1_000)
  const tookMs = performance.now() - from
  const cpuPercent = Object.fromEntries(
    read().map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) / tookMs) * 100]),
  )
  const bytes = { worker: readMemoryBytes(pids.worker), engine: readMemoryBytes(pids.engine) }
  return { cpuPercent, bytes }
}

/** By the engine's own tables: how many runs are in which state. */
async function readInvocations({ engine }: System): Promise<Record<string, number>> {
  const query = 'select status, count(*) as count from sys_invocation group by status'
  const answer = await fetch(`${engine.adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { rows } = (await answer.json()) as { rows: { status: string; count: number }[] }
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

function list(values: Record<string, number>, show: (value: number) => string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ')
}

function sum(values: Record<string, number>): number {
  return Object.values(values).reduce((total, value) => total + value, 0)
}
