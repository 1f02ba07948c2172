// Proves that no crash loses a job, a credit or a file: real clients send jobs while every process is killed
// with kill -9 or restarted with SIGTERM at random, and owners erase what was made. Then the rows, the
// ledger, the provider's log, the stored files and every answer that a client got are compared.
// With --doubles the jobs go to doubles of the real providers, which are killed and have faults of their own.
// Run: pnpm chaos [--doubles] [--jobs 2000] [--kills 60] [--seed N] [--apis 2] [--workers 3]. Takes about 6
// minutes; with 200 jobs and 10 kills 2; longer with --doubles, because a held submit is long.
import { flag, number, text } from '../../harness/arguments/index.ts'
import { printProgress, type Results, runCheck } from '../../harness/report/index.ts'
import { findBug } from './bugs.ts'
import { injectBug } from './inject-bug.ts'
import { planRun } from './plan-run.ts'
import { runChaos } from './run-chaos.ts'

const JOBS = 2_000
const command = {
  name: 'pnpm chaos',
  options: {
    jobs: number(undefined, `how many jobs the clients ask for (default ${JOBS})`, { most: 20_000 }),
    kills: number(60, 'how often a process is ended, by kill -9 or (api and worker) by SIGTERM', {
      most: 1_000,
    }),
    seed: number(undefined, 'the same submits and kills again; chosen and printed when not given'),
    apis: number(1, 'how many apis; more than one stand behind a balancer', { least: 1, most: 2 }),
    workers: number(1, 'how many workers; more than one stand behind a balancer', { least: 1, most: 3 }),
    doubles: flag('the jobs go to doubles of the real providers, which are killed, too'),
    pooler: flag('put PgBouncer between the processes and the database, and kill it, too'),
    bug: text(undefined, 'inject a bug, with the kills that show it: the run passes only if it is caught'),
  },
}

await runCheck(
  command,
  async ({ seed = Math.floor(Math.random() * 1_000_000), jobs, bug, pooler, doubles, ...size }) => {
    if (bug !== undefined) return runWithBug(seed, jobs, bug)
    const isPooled = pooler || process.env.ATELIER_POOLER === '1'
    return runOnce({ seed, jobs: jobs ?? JOBS, isPooled, isOnDoubles: doubles, ...size })
  },
)

async function runOnce(size: Parameters<typeof planRun>[0]): Promise<Results> {
  const report = await runChaos(planRun(size))
  return { passed: report.passed ? 1 : 0, failed: report.passed ? 0 : 1, json: report }
}

/** The run passes when the check fails, by the count that the bug must raise. */
async function runWithBug(seed: number, jobs: number | undefined, name: string): Promise<Results> {
  const bug = findBug(name)
  const plan = planRun({ seed, jobs: jobs ?? bug.jobs, kills: 0 }, bug.change)
  const report = await runChaos(plan, await injectBug(bug))
  const caught = report[bug.caughtBy] > 0
  printProgress(`${name}: ${caught ? 'caught' : 'NOT caught'} by ${bug.caughtBy}`)
  const json = { bug: name, caught, caughtBy: bug.caughtBy, ...report }
  return { passed: caught ? 1 : 0, failed: caught ? 0 : 1, json }
}
