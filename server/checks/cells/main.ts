// Two cells behind one router: parts of one are killed while both work, and the other must not feel it. Then
// no job is lost in either, every address was answered by its own cell, and both ledgers are valid.
// Run: pnpm probe:cells [--small]. Takes about 5 minutes, with --small one and a half.
import { flag, number } from '../../harness/arguments/index.ts'
import { openCells } from '../../harness/cells/index.ts'
import { queryDatabase } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { judgeJobs, judgeLedger, judgeNeighbour, judgeRoutes } from './judge-cells.ts'
import { killPart, parts } from './kill-part.ts'
import type { Phase } from './new-sender.ts'
import { openTraffic, type Traffic } from './open-traffic.ts'

const RENDER_MS = 1_000
const WARM_UP_JOBS = 5
const FINAL_WITHIN_MS = 120_000
/**
 * Both cells share the two cores of this machine, and what is restarted uses them too: a process of Node and
 * a recovering database take a core for a second. On machines of their own there is nothing to share.
 */
const boundOf = (quietMs: number): number => Math.max(3 * quietMs, quietMs + 500)

const command = {
  name: 'pnpm probe:cells',
  options: {
    users: number(500, 'users in each cell', { least: 1, most: 5_000, small: 20 }),
    jobs: number(2_000, 'jobs in both cells', { least: 40, most: 20_000, small: 100 }),
    rate: number(8, 'jobs a second in each cell', { least: 1, most: 50, small: 3 }),
    rounds: number(3, 'how often each part is killed', { least: 1, most: 50, small: 1 }),
    small: flag('a short run, for CI'),
  },
}

await runCheck(command, async ({ users, jobs, rate, rounds }) => {
  const cells = await openCells('cells', { users, env: { SIMULATOR_RENDER_MS: String(RENDER_MS) } })
  const { baseUrl } = cells
  const attacked = openTraffic(baseUrl, cells.a1)
  const neighbour = openTraffic(baseUrl, cells.b1)
  const all = [attacked, neighbour]
  const killed: string[] = []
  const sendAll = async (phase: Phase, count: number) => {
    for (const one of all) one.setPhase(phase)
    await Promise.all(all.map((one) => one.sendJobs(count, rate)))
  }
  // The first requests of a process are slow, and no figure of the cells.
  await sendAll('warm-up', WARM_UP_JOBS)
  const perPhase = Math.ceil(jobs / all.length / (2 * rounds * parts.length))
  // In turn, so that a machine that others slow down is as slow in both phases.
  for (let round = 1; round <= rounds; round++)
    for (const part of parts) {
      await sendAll('quiet', perPhase)
      printProgress(`kills ${part} of a1`)
      await Promise.all([sendAll('kills', perPhase), killPart(cells.a1, part)])
      killed.push(part)
    }
  for (const one of all) await one.stop()
  for (const { databaseUrl, name } of [cells.a1, cells.b1])
    await waitUntil(`every job of ${name} is final`, () => isIdle(databaseUrl), { withinMs: FINAL_WITHIN_MS })

  const share = `${countFailed(attacked)} of ${attacked.sent.length}`
  print(`killed in a1: ${killed.join(', ')}; there ${share} requests failed`)
  return printChecks([
    ...judgeNeighbour(neighbour, boundOf),
    ...(await Promise.all(all.map((one) => judgeRoutes(one, baseUrl)))),
    ...(await Promise.all(all.map(judgeJobs))),
    ...(await Promise.all(all.map(judgeLedger))),
  ])
})

function countFailed({ sent }: Traffic): number {
  return sent.filter(({ failure }) => failure !== undefined).length
}

async function isIdle(databaseUrl: string): Promise<boolean> {
  const text = `select count(*) as open from media where status in ('queued', 'processing')`
  const rows = await queryDatabase(databaseUrl, (query) => query<{ open: number }>(text))
  return rows[0]?.open === 0
}
