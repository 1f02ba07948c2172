// The storm: real processes, real clients, kill -9 by chance, and a checker that believes nobody.
import { findBug } from './list-bugs.ts'
import { planRun } from './plan-run.ts'
import { plantBug } from './plant-bug.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { runChaos } from './run-chaos.ts'

const JOBS = 2_000
const KILLS = 60

// The kernel ends the parts together with us; an interrupted run leaves its folder for somebody to read.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`chaos: ${error.stack}\n`)
  return 1
})
process.exit()

async function main(argv: string[]): Promise<number> {
  const wanted = readArguments(argv)
  if (wanted.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  return wanted.bug === undefined ? rage(wanted) : plant(wanted, wanted.bug)
}

async function rage({ seed, jobs = JOBS, kills = KILLS }: Arguments): Promise<number> {
  const report = await runChaos(planRun({ seed, jobs, kills }))
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return report.passed ? 0 : 1
}

/** The run is good when the checker says that it is bad, by the very count that the bug must raise. */
async function plant({ seed, jobs }: Arguments, name: string): Promise<number> {
  const bug = findBug(name)
  const plan = planRun({ seed, jobs: jobs ?? bug.jobs, kills: 0 }, bug.twist)
  const report = await runChaos(plan, await plantBug(bug))
  const caught = report[bug.caughtBy] > 0
  process.stderr.write(`${name}: ${caught ? 'caught' : 'NOT caught'} by ${bug.caughtBy}\n`)
  process.stdout.write(`${JSON.stringify({ bug: name, caught, caughtBy: bug.caughtBy, ...report })}\n`)
  return caught ? 0 : 1
}
