// Proves that /mcp carries as many clients as plain HTTP: the tool ping by 1,000 clients at once against the
// same call over HTTP, in turns, in one run. Then the api is killed while jobs are submitted by tools: what
// was answered must be there, charged once.
// Run: pnpm probe:mcp [--clients 1000] [--calls 5] [--small]. Takes about 3 minutes.
import { flag, number } from '../../harness/arguments/index.ts'
import { fastPostgres, fastSettings, openSystem } from '../../harness/driver/index.ts'
import { print, printChecks, quantile, runCheck } from '../../harness/report/index.ts'
import { readCpuMs } from '../../harness/usage/index.ts'
import { killDuringCalls } from './kill-during-calls.ts'
import { type Load, legacyPing, modernPing, plainPing, runLoad } from './run-load.ts'

const USERS = 50
const ROUNDS = 2
const MOST_RATIO = 2

const command = {
  name: 'pnpm probe:mcp',
  options: {
    clients: number(1_000, 'clients at the same time, each with a connection of its own', {
      small: 100,
      least: 1,
      most: 1_900,
    }),
    calls: number(5, 'calls of each client in a round; two rounds of each kind', { small: 3, least: 1 }),
    jobs: number(200, 'jobs that are submitted by tools while the api is killed', { small: 60, least: 10 }),
    kills: number(5, 'times that the api is killed', { small: 2, least: 1 }),
    small: flag('the size for CI'),
  },
}

const kinds = { plain: plainPing, legacy: legacyPing, modern: modernPing }
type Kind = keyof typeof kinds

await runCheck(command, async ({ clients, calls, jobs, kills }) => {
  const opened = await openSystem('mcp', { users: USERS, env: fastSettings, postgres: fastPostgres })
  const { system, users } = opened
  const api = system.apis[0]
  if (!api) throw new Error('there is no api')
  const keys = users.map(({ apiKey }) => apiKey)
  const run = (kind: Kind, count: number, each: number) =>
    runLoad({
      baseUrl: system.baseUrl,
      keys,
      pid: api.pid,
      newCall: kinds[kind],
      clients: count,
      calls: each,
    })
  for (const kind of Object.keys(kinds) as Kind[]) await run(kind, 50, 10)
  const loads: Record<Kind, Load[]> = { plain: [], legacy: [], modern: [] }
  const cpuMs: Record<Kind, number> = { plain: 0, legacy: 0, modern: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const before = readCpuMs(api.pid)
      loads[kind].push(await run(kind, clients, calls))
      cpuMs[kind] += readCpuMs(api.pid) - before
    }
  }
  const p99 = (kind: Kind) =>
    quantile(
      loads[kind].flatMap(({ ms }) => ms),
      0.99,
    )
  const failed = Object.values(loads)
    .flat()
    .flatMap(({ failures }) => failures)
  for (const kind of Object.keys(kinds) as Kind[]) print(describe(kind, loads[kind], cpuMs[kind]))
  const ratios = (['legacy', 'modern'] as const).map((kind) => ({ kind, ratio: p99(kind) / p99('plain') }))
  for (const { kind, ratio } of ratios) print(`p99 of ping, ${kind} / plain HTTP: ${ratio.toFixed(2)}`)
  const killed = await killDuringCalls({ opened, keys, jobs, kills })
  print(
    `${jobs} jobs submitted by tools, the api killed ${killed.kills} times, ${killed.repeats} calls repeated`,
  )
  return printChecks([
    { sentence: `${clients} clients got the right answer to every call`, failures: failed.slice(0, 10) },
    {
      sentence: `p99 of ping by /mcp is within ${MOST_RATIO} times plain HTTP`,
      failures: ratios
        .filter(({ ratio }) => !(ratio <= MOST_RATIO))
        .map(({ kind, ratio }) => `${kind}: ${ratio.toFixed(2)}`),
    },
    { sentence: 'no call that was answered is lost when the api is killed', failures: killed.lost },
    { sentence: 'every job is charged once', failures: killed.wronglyCharged },
  ])
})

function describe(kind: Kind, loads: Load[], cpuMs: number): string {
  const ms = loads.flatMap((load) => load.ms)
  const seconds = loads.reduce((sum, load) => sum + load.seconds, 0)
  const figures = [0.5, 0.95, 0.99].map((share) => `${quantile(ms, share).toFixed(0)}`).join(' / ')
  const kilobytes = Math.max(...loads.map(({ bytesPerClient }) => bytesPerClient)) / 1_024
  return (
    `${kind.padEnd(7)} ${ms.length} calls, ${Math.round(ms.length / seconds)} a second, ` +
    `p50 / p95 / p99: ${figures} ms, api CPU ${(cpuMs / ms.length).toFixed(2)} ms a call, ` +
    `api memory ${kilobytes.toFixed(0)} KiB a client above the start`
  )
}
