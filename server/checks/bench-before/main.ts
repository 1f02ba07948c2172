// Compares what a job costs now with what it cost at an earlier commit, in one run on one machine: both
// benches in turns, each with the bare engine beside it. The bare engine is the same at both commits, so its
// cost tells how fast the machine was: a job is counted in jobs of the bare engine. Fails when a job takes
// more CPU than allowed.
// Run: pnpm bench:before COMMIT [--jobs 400] [--rounds 4] [--percent 10]. Takes about 12 minutes.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { number } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { cloneAt, runToEnd } from '../../harness/processes/index.ts'
import { median, print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const TIMEOUT_MS = 1_200_000
const SUBMITS = '20'

const command = {
  name: 'pnpm bench:before',
  positionals: 'COMMIT',
  options: {
    jobs: number(400, 'jobs of one round of a bench', { least: 50, most: 100_000 }),
    rounds: number(4, 'benches of each commit, in turns', { least: 1, most: 20 }),
    percent: number(10, 'how much more CPU than before a job may take', { least: 0, most: 1_000 }),
  },
}

type Round = { subject: string; cpuMsPerJob: Record<string, number>; cpuMsPerJobTotal: number }
type Report = { rounds: Round[]; withoutPolicyRounds?: Round[] }

await runCheck(command, async ({ jobs, rounds, percent }, [commit]) => {
  if (!commit) throw new Error('name the commit to compare with')
  const earlier = await cloneAt(commit)
  closeOnExit(() => rm(earlier, { recursive: true, force: true }))
  const folders = { before: earlier, now: REPO_ROOT }
  const reports = { before: [] as Report[], now: [] as Report[] }
  for (let round = 1; round <= rounds; round++)
    for (const when of ['before', 'now'] as const) {
      reports[when].push(await bench(folders[when], jobs))
      printProgress(
        `round ${round}, ${when}: ${describe(reports[when].slice(-1), 'ours')} ms of CPU for a job`,
      )
    }
  const [before, now] = [cpuOf(reports.before, 'ours'), cpuOf(reports.now, 'ours')]
  print(`CPU ms per job before (${commit}): ${describe(reports.before, 'ours')}`)
  print(`CPU ms per job now: ${describe(reports.now, 'ours')}`)
  print(`by process: ${describeParts(reports.before)} before; ${describeParts(reports.now)} now`)
  print(`bare engine: ${describe(reports.before, 'bare')} before, ${describe(reports.now, 'bare')} now`)
  const bared = reports.now.flatMap((report) => report.withoutPolicyRounds ?? [])
  if (bared.length > 0) {
    const without = median(bared.map((round) => round.cpuMsPerJobTotal))
    const share = ((100 * (now - without)) / now).toFixed(1)
    print(`row-level security: ${now.toFixed(1)} with, ${without.toFixed(1)} without (${share}%)`)
  }
  const [bareBefore, bareNow] = [inBareJobs(reports.before), inBareJobs(reports.now)]
  print(`in jobs of the bare engine: ${bareBefore.toFixed(2)} before, ${bareNow.toFixed(2)} now`)
  print(`without regard to the bare engine: ${(now / before).toFixed(2)} times`)
  const factor = bareNow / bareBefore
  const most = 1 + percent / 100
  const dear = factor > most ? [`${factor.toFixed(2)} times`] : []
  const sentence = `a job takes ${factor.toFixed(2)} times the CPU of before, at most ${most}`
  return printChecks([{ sentence, failures: dear }])
})

async function bench(folder: string, jobs: number): Promise<Report> {
  const args = ['server/checks/bench/main.ts', '--jobs', String(jobs), '--submits', SUBMITS]
  const output = await run(process.execPath, args, folder)
  return JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? '{}') as Report
}

function run(program: string, args: string[], cwd: string): Promise<string> {
  return runToEnd({ program, args }, { env: process.env, cwd, timeoutMs: TIMEOUT_MS })
}

function roundsOf(reports: Report[], subject: string): number[] {
  const rounds = reports.flatMap((report) => report.rounds)
  return rounds.filter((round) => round.subject === subject).map((round) => round.cpuMsPerJobTotal)
}

function cpuOf(reports: Report[], subject: string): number {
  return median(roundsOf(reports, subject))
}

/** What a job takes, in the CPU that a job of the bare engine takes in the same bench. */
function inBareJobs(reports: Report[]): number {
  return median(reports.map((report) => cpuOf([report], 'ours') / cpuOf([report], 'bare')))
}

function describe(reports: Report[], subject: string): string {
  const all = roundsOf(reports, subject).map((ms) => ms.toFixed(1))
  return `${cpuOf(reports, subject).toFixed(1)} (${all.join(', ')})`
}

/** Medians of our rounds: which process became dearer. */
function describeParts(reports: Report[]): string {
  const ours = reports.flatMap(({ rounds }) => rounds).filter(({ subject }) => subject === 'ours')
  const names = Object.keys(ours[0]?.cpuMsPerJob ?? {})
  const of = (name: string) => median(ours.map(({ cpuMsPerJob }) => cpuMsPerJob[name] ?? 0))
  return names.map((name) => `${name} ${of(name).toFixed(1)}`).join(', ')
}
