import { writeFile } from 'node:fs/promises'
import { median } from '../../harness/report/index.ts'
import type { Round } from './run-round.ts'
import type { Report } from './write-report.ts'

/** What `pnpm capacity` computes with. CPU times are medians, by process. */
export type Figures = {
  measured: string
  machine: string
  settings: { jobs: number; pixels: number; renderSeconds: number; waitingSeconds: number }
  cpuMsPerJob: Record<string, number>
  /** The same for jobs that render for `waitingSeconds`. */
  waitingCpuMsPerJob: Record<string, number>
  bareCpuMsPerJob: Record<string, number>
  walBytesPerJob: number
  rowBytesPerJob: number
  submitP50Ms: number
}

/** Needs a run with `--render`. */
export async function writeFigures(path: string, report: Report): Promise<void> {
  const { settings, machine, rounds, database, latencyMs } = report
  if (settings.render === undefined) throw new Error('the figures need jobs that wait: add --render 30')
  const figures: Figures = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${machine.cores} cores (${machine.model}), load before ${machine.loadBefore.toFixed(2)}`,
    settings: {
      jobs: settings.jobs,
      pixels: settings.pixels,
      renderSeconds: settings.renderMs / 1_000,
      waitingSeconds: settings.render,
    },
    cpuMsPerJob: cpuOf(rounds, 'ours'),
    waitingCpuMsPerJob: cpuOf(rounds, 'waiting'),
    bareCpuMsPerJob: cpuOf(rounds, 'bare'),
    walBytesPerJob: Math.round(database.walBytesPerJob),
    rowBytesPerJob: Math.round(Object.values(database.bytesPerJob).reduce((sum, bytes) => sum + bytes, 0)),
    submitP50Ms: rounded(latencyMs.ours.p50),
  }
  await writeFile(path, `${JSON.stringify(figures, null, 2)}\n`)
}

function cpuOf(rounds: Round[], subject: Round['subject']): Record<string, number> {
  const ours = rounds.filter((round) => round.subject === subject)
  const names = Object.keys(ours[0]?.cpuMsPerJob ?? {})
  return Object.fromEntries(
    names.map((name) => [name, rounded(median(ours.map((round) => round.cpuMsPerJob[name] ?? 0)))]),
  )
}

const rounded = (value: number): number => Math.round(value * 10) / 10
