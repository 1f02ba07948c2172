import { toolNames } from './deal-plans.ts'
import type { Check } from './judge-run.ts'
import { faults, REFUSED } from './list-faults.ts'
import type { Told } from './run-clients.ts'

type Say = (text: string) => void

const SHOWN = 8

/** What was met and what came of it. */
export function tellRun({ records, clients, seconds }: Told, kills: number, say: Say): void {
  const exchanges = clients.flatMap((client) => client.exchanges)
  const requests = exchanges.filter(({ method }) => method !== '').length
  const size = `${records.length} calls of ${clients.length} clients, ${requests} requests`
  say(`${size}, the api killed ${kills} times, in ${seconds.toFixed(0)} s`)
  const callsOf = (fault: string) =>
    records.filter(({ client, call }) =>
      clients[client]?.exchanges.some((exchange) => exchange.call === call && exchange.fault === fault),
    )
  say('\n  fault                          requests  calls  of them ok')
  for (const fault of [...Object.keys(faults), REFUSED, 'api down']) {
    const met = exchanges.filter((exchange) => exchange.fault === fault).length
    const calls = callsOf(fault)
    const good = calls.filter(({ told }) => told.ok === true).length
    say(`  ${fault.padEnd(30)} ${columns(met, calls.length, good)}`)
  }
  say('\n  code of the result              calls')
  const byCode = Map.groupBy(records, ({ told }) =>
    told.ok === true ? 'ok' : String(told.code ?? 'no result'),
  )
  for (const [code, all] of [...byCode].sort((a, b) => b[1].length - a[1].length))
    say(`  ${code.padEnd(30)} ${columns(all.length)}`)
  const slowest = records.toSorted((a, b) => b.ms - a.ms)[0]
  const half = records.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(records.length / 2)] ?? 0
  const name = `${slowest?.tool}, ${slowest?.told.ok === true ? 'ok' : slowest?.told.code}`
  say(`\n  slowest call ${((slowest?.ms ?? 0) / 1000).toFixed(1)} s (${name}), median ${half.toFixed(0)} ms`)
}

const columns = (...numbers: number[]): string => numbers.map((value) => String(value).padStart(8)).join('')

/** In a short run a fault whose turn came while the api was down may never come again. */
const UNMET_MAX = 3
const SHORT_CALLS = 1_000

/** That the run was one: every tool was called, every fault met. */
export function checkRun({ records, clients }: Told): string[] {
  const called = new Set(records.map(({ tool }) => tool))
  const met = new Set(clients.flatMap((client) => client.exchanges.map(({ fault }) => fault as string)))
  const unmet = [...Object.keys(faults), REFUSED].filter((fault) => !met.has(fault))
  const mayMiss = records.length < SHORT_CALLS ? UNMET_MAX : 0
  const absent = clients.flatMap(({ listed }) => toolNames.filter((tool) => !listed.includes(tool)))
  return [
    ...new Set(absent.map((tool) => `${tool} is not in the list of tools`)),
    ...toolNames.filter((tool) => !called.has(tool)).map((tool) => `${tool} was never called`),
    ...(unmet.length > mayMiss ? unmet.map((fault) => `nobody met: ${fault}`) : []),
  ]
}

/** One line for each promise; gives how many were broken. */
export function tellChecks(checks: Pick<Check, 'sentence' | 'broken'>[], say: Say): number {
  for (const { sentence, broken } of checks) {
    const times = broken.length
    say(times === 0 ? `ok   ${sentence}` : `FAIL ${sentence}: ${times} times not`)
    for (const one of broken.slice(0, SHOWN)) say(`       ${one}`)
  }
  return checks.filter(({ broken }) => broken.length > 0).length
}
