import { cpus } from 'node:os'
import { median } from '../../harness/report/index.ts'
import type { Growth } from './measure-growth.ts'
import type { Latency, Percentiles } from './measure-latency.ts'
import type { Round } from './run-round.ts'

type Settings = Record<
  'jobs' | 'submits' | 'clients' | 'open' | 'pixels' | 'renderMs' | 'partitions' | 'apis' | 'workers',
  number
> & {
  pooler: boolean
  poll: boolean
  render: number | undefined
}

export type Report = {
  settings: Settings
  machine: { cores: number; model: string; node: string; loadBefore: number }
  rounds: Round[]
  /** The same rounds of this system while row-level security is off. */
  withoutPolicyRounds: Round[]
  /** This system's medians divided by the bare engine's: jobs a second, and CPU time of a job. */
  ratio: { jobsPerSecond: number; cpuMsPerJob: number }
  latencyMs: Latency
  database: Growth
}

export const describeMachine = (loadBefore: number): Report['machine'] => ({
  cores: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  loadBefore,
})

export function compare(rounds: Round[]): Report['ratio'] {
  const ratio = (of: (round: Round) => number) => {
    const medianOf = (name: Round['subject']) =>
      median(rounds.filter((round) => round.subject === name).map(of))
    return medianOf('ours') / medianOf('bare')
  }
  return {
    jobsPerSecond: ratio((round) => round.jobsPerSecond),
    cpuMsPerJob: ratio((round) => round.cpuMsPerJobTotal),
  }
}

/** CPU time of a job that takes long at its provider against one that does not. */
export function waitingRatio(rounds: Round[]): number | undefined {
  const of = (name: Round['subject']) =>
    rounds.filter(({ subject }) => subject === name).map((round) => round.cpuMsPerJobTotal)
  return of('waiting').length === 0 ? undefined : median(of('waiting')) / median(of('ours'))
}

/** How much of the CPU time of a job row-level security takes: of Postgres, and of everything. */
function shareOfPolicies({ rounds, withoutPolicyRounds }: Report): string {
  const ours = rounds.filter(({ subject }) => subject === 'ours')
  const of = (read: (round: Round) => number) => {
    const [on, off] = [median(ours.map(read)), median(withoutPolicyRounds.map(read))]
    return `${show(on)} with, ${show(off)} without (${(((on - off) / on) * 100).toFixed(1)}%)`
  }
  return (
    `Row-level security, CPU ms per job: ${of((round) => round.cpuMsPerJobTotal)}; ` +
    `of Postgres alone ${of((round) => round.cpuMsPerJob.postgres ?? 0)}`
  )
}

function describeWaiting({ rounds, settings }: Report): string[] {
  const ratio = waitingRatio(rounds)
  if (ratio === undefined) return []
  const seconds = `${settings.render} s against ${settings.renderMs / 1000} s to render`
  return [`waiting / ours: ${ratio.toFixed(2)} times the CPU (${seconds})`]
}

const COLUMNS = ['api', 'worker', 'balancer', 'pooler', 'engine', 'postgres', 's3'] as const

/** The report for people; the same numbers are printed as JSON. */
export function writeReport(report: Report): string {
  const { settings, machine, rounds, ratio, latencyMs, database } = report
  const bytes = Object.entries(database.bytesPerJob)
  const total = bytes.reduce((sum, [, value]) => sum + value, 0)
  return [
    '',
    `${machine.cores} cores (${machine.model}), load before ${machine.loadBefore.toFixed(2)}, ` +
      `node ${machine.node}`,
    `${settings.jobs} jobs a round, ${settings.clients} clients, at most ${settings.open} under way, ` +
      `${settings.pixels} px, ${settings.renderMs} ms to render, ${settings.partitions} partitions` +
      (settings.poll ? ', polled' : ''),
    `${settings.apis} apis, ${settings.workers} workers${settings.pooler ? ', through the pooler' : ''}`,
    '',
    'CPU ms per job. The simulator and the load share the cores and are not in the sum.',
    row(['', 'jobs/s', ...COLUMNS, 'sum', '', 'simulator', 'load', 'others', 'completed']),
    ...rounds.map(roundRow),
    '',
    `ours / bare: ${ratio.jobsPerSecond.toFixed(2)} of the jobs a second, ` +
      `${ratio.cpuMsPerJob.toFixed(2)} times the CPU`,
    ...describeWaiting(report),
    shareOfPolicies(report),
    '',
    `Idle, one at a time, ${settings.submits} each, in ms:`,
    row(['', 'p50', 'p90', 'p99']),
    latencyRow('submit', latencyMs.ours),
    latencyRow('bare', latencyMs.bare),
    latencyRow('select 1', latencyMs.select1),
    '',
    `Bytes per job in Postgres with indexes, after ${database.jobs} jobs: ` +
      `${bytes.map(([table, value]) => `${table} ${value.toFixed(0)}`).join(', ')}; ` +
      `in all ${total.toFixed(0)}`,
    `WAL bytes per job: ${database.walBytesPerJob.toFixed(0)}`,
    '',
  ].join('\n')
}

function roundRow(round: Round): string {
  const parts = COLUMNS.map((name) => show(round.cpuMsPerJob[name]))
  const apart = [show(round.apartMsPerJob.simulator), show(round.apartMsPerJob.load)]
  const others = `${round.otherCores.toFixed(2)} cores`
  const completed = `${round.completed}/${round.jobs}`
  const sum = show(round.cpuMsPerJobTotal)
  return row([round.subject, show(round.jobsPerSecond), ...parts, sum, '', ...apart, others, completed])
}

const latencyRow = (name: string, { p50, p90, p99 }: Percentiles): string =>
  row([name, show(p50), show(p90), show(p99)])

const show = (value: number | undefined): string => value?.toFixed(1) ?? '-'

const row = (cells: string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(cell === '' ? 2 : 11))).join('')
