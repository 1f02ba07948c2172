import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mutation } from '../../harness/mutation/index.ts'
import { print, printProgress } from '../../harness/report/index.ts'
import { readStolenMs } from '../../harness/usage/index.ts'
import { openWorld, type Sizes, type World } from './open-world.ts'
import { type Experience, newExperience, runHonestClients } from './run-honest-clients.ts'
import type { AbuseResult, Scenario } from './scenario.ts'

/** `stolen`: the share of the machine's time that others on the same hardware took meanwhile. */
export type Outcome = AbuseResult & { name: string; during: Experience; stolen: number }
export type Measured = { quietly: Experience; outcomes: Outcome[]; isSameProcess: boolean }
export type Plan = { sizes: Sizes; scenarios: Scenario[]; quietMs: number; abuseMs: number }

/** Starts a system, with some texts of its sources changed, and abuses it in each way in turn. */
export async function measureAbuses(plan: Plan, mutations: Mutation[]): Promise<Measured> {
  const world = await openWorld(plan.sizes, mutations)
  print(`the load of the machine is ${loadavg()[0]?.toFixed(2)}`)
  const quietly = newExperience()
  const outcomes: Outcome[] = []
  const [api] = world.system.apis
  const pid = api?.pid
  await runFor(world, newExperience(), plan.quietMs)
  for (const scenario of plan.scenarios) outcomes.push(await runUndisturbed(world, scenario, quietly, plan))
  await runFor(world, quietly, plan.quietMs)
  const isSameProcess = api?.pid === pid
  await world.close()
  return { quietly, outcomes, isSameProcess }
}

/**
 * On shared hardware the p99 is that of the others as soon as they take more than this. Such a round says
 * nothing, so it is repeated; what happened to honest requests in it counts all the same.
 */
const STOLEN_MAX = 0.04
const ROUNDS_MAX = 3

async function runUndisturbed(
  world: World,
  scenario: Scenario,
  quietly: Experience,
  plan: Plan,
): Promise<Outcome> {
  for (let round = 1; ; round++) {
    const outcome = await runScenario(world, scenario, quietly, plan)
    const hasFailed = outcome.failures.length > 0 || outcome.during.failures.length > 0
    if (outcome.stolen <= STOLEN_MAX || hasFailed || round === ROUNDS_MAX) return outcome
    printProgress(`${scenario.name}: again, others took ${Math.round(100 * outcome.stolen)}% of the machine`)
  }
}

function runFor(world: World, experience: Experience, ms: number): Promise<void> {
  return runHonestClients(world, experience, AbortSignal.timeout(ms))
}

async function runScenario(
  world: World,
  { name, prepare }: Scenario,
  quietly: Experience,
  { quietMs, abuseMs }: Plan,
): Promise<Outcome> {
  const begin = await prepare(world)
  await runFor(world, quietly, quietMs)
  const during = newExperience()
  const [stolenMs, startedAt] = [readStolenMs(), performance.now()]
  const abuse = await begin()
  await runFor(world, during, abuseMs)
  const result = await abuse.stop()
  const stolen = (readStolenMs() - stolenMs) / (performance.now() - startedAt) / availableParallelism()
  printProgress(`${name}: ${result.summary}`)
  // What the abuse left behind, such as a connection that is being closed, does not count as quiet.
  await sleep(quietMs / 3)
  return { name, during, stolen, ...result }
}
