import { median, print } from '../../harness/report/index.ts'
import { faults, REFUSED } from './faults.ts'
import { toolNames } from './plan-calls.ts'
import type { RunRecord } from './run-clients.ts'

/** Prints which faults occurred and how the calls ended. */
export function printRun({ records, clients, seconds }: RunRecord, kills: number): void {
  const exchanges = clients.flatMap((client) => client.exchanges)
  const requests = exchanges.filter(({ method }) => method !== '').length
  const size = `${records.length} calls of ${clients.length} clients, ${requests} requests`
  print(`${size}, the api killed ${kills} times, in ${seconds.toFixed(0)} s`)
  const callsOf = (fault: string) =>
    records.filter(({ client, call }) =>
      clients[client]?.exchanges.some((exchange) => exchange.call === call && exchange.fault === fault),
    )
  print('\n  fault                          requests  calls  of them ok')
  for (const fault of [...Object.keys(faults), REFUSED, 'api down']) {
    const met = exchanges.filter((exchange) => exchange.fault === fault).length
    const calls = callsOf(fault)
    const good = calls.filter(({ content }) => content.ok === true).length
    print(`  ${fault.padEnd(30)} ${columns(met, calls.length, good)}`)
  }
  print('\n  code of the result              calls')
  const byCode = Map.groupBy(records, ({ content }) =>
    content.ok === true ? 'ok' : String(content.code ?? 'no result'),
  )
  for (const [code, all] of [...byCode].sort((a, b) => b[1].length - a[1].length))
    print(`  ${code.padEnd(30)} ${columns(all.length)}`)
  const slowest = records.toSorted((a, b) => b.ms - a.ms)[0]
  const half = median(records.map(({ ms }) => ms))
  const name = `${slowest?.tool}, ${slowest?.content.ok === true ? 'ok' : slowest?.content.code}`
  print(
    `\n  slowest call ${((slowest?.ms ?? 0) / 1000).toFixed(1)} s (${name}), median ${half.toFixed(0)} ms`,
  )
}

const columns = (...numbers: number[]): string => numbers.map((value) => String(value).padStart(8)).join('')

/** In a short run a fault that is due while the api is down may never occur. */
const UNMET_MAX = 3
const SHORT_CALLS = 1_000

/** The run is complete: every tool was called and every fault occurred. */
export function checkRun({ records, clients }: RunRecord): string[] {
  const called = new Set(records.map(({ tool }) => tool))
  const met = new Set(clients.flatMap((client) => client.exchanges.map(({ fault }) => fault as string)))
  const unmet = [...Object.keys(faults), REFUSED].filter((fault) => !met.has(fault))
  const mayMiss = records.length < SHORT_CALLS ? UNMET_MAX : 0
  const absent = clients.flatMap(({ listed }) => toolNames.filter((tool) => !listed.includes(tool)))
  return [
    ...new Set(absent.map((tool) => `${tool} is not in the list of tools`)),
    ...toolNames.filter((tool) => !called.has(tool)).map((tool) => `${tool} was never called`),
    ...(unmet.length > mayMiss ? unmet.map((fault) => `never met: ${fault}`) : []),
  ]
}
