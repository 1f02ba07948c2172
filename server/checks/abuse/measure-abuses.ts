import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mutation } from '../../harness/mutation/index.ts'
import { print, printProgress } from '../../harness/report/index.ts'
import { readStolenMs } from '../../harness/usage/index.ts'
import { openWorld, type Sizes, type World } from './open-world.ts'
import { type Experience, kinds, newExperience, p99, runHonestClients } from './run-honest-clients.ts'
import type { Abuse, AbuseResult, Scenario } from './scenario.ts'

/** `stolen`: the share of the machine's time that others on the same hardware took meanwhile. */
export type Outcome = AbuseResult & { name: string; during: Experience; stolen: number }
export type Measured = { quietly: Experience; outcomes: Outcome[]; isSameProcess: boolean }
export type Plan = {
  sizes: Sizes
  scenarios: Scenario[]
  quietMs: number
  abuseMs: number
  /** Whether honest requests during an abuse are slower than they may be: then it is measured again. */
  isSlow?: (quietly: Experience, during: Experience) => boolean
}

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

/** On shared hardware the p99 is that of the others as soon as they take more than this. */
const STOLEN_MAX = 0.04
/** A p99 is that of the four slowest of some hundred requests: one pause of the machine decides it. */
const ROUNDS_MAX = 3

/**
 * One round when it was not slow; otherwise three, and each kind of request is judged by the median of those
 * in which nobody else took the machine's time. A request that failed in any round counts.
 */
async function runUndisturbed(
  world: World,
  scenario: Scenario,
  quietly: Experience,
  plan: Plan,
): Promise<Outcome> {
  const prepared = { name: scenario.name, begin: await scenario.prepare(world) }
  const rounds: Outcome[] = []
  for (;;) {
    const round = await runRound(world, prepared, quietly, plan)
    rounds.push(round)
    if (round.failures.length > 0 || round.during.failures.length > 0) return round
    const isSlow = plan.isSlow?.(quietly, round.during) ?? false
    if (rounds.length === 1 && !isSlow) return round
    const calm = rounds.filter(({ stolen }) => stolen <= STOLEN_MAX)
    if (rounds.length === ROUNDS_MAX) return { ...round, during: medianOf(calm.length > 0 ? calm : rounds) }
    const taken = `others took ${Math.round(100 * round.stolen)}% of the machine`
    const p99s = kinds.map((kind) => `${kind} ${p99(round.during.takenMs[kind]).toFixed(0)}`).join(', ')
    printProgress(`${scenario.name}: again; ${taken}, p99 in ms: ${p99s}`)
  }
}

/** Of each kind the requests of the round whose p99 is the median; of two the slower. */
function medianOf(rounds: Outcome[]): Experience {
  const middle = newExperience()
  for (const kind of kinds) {
    const taken = rounds.map(({ during }) => during.takenMs[kind]).toSorted((a, b) => p99(a) - p99(b))
    middle.takenMs[kind] = taken[Math.floor(taken.length / 2)] ?? []
  }
  return middle
}

function runFor(world: World, experience: Experience, ms: number): Promise<void> {
  return runHonestClients(world, experience, AbortSignal.timeout(ms))
}

async function runRound(
  world: World,
  { name, begin }: { name: string; begin: () => Abuse | Promise<Abuse> },
  quietly: Experience,
  { quietMs, abuseMs }: Plan,
): Promise<Outcome> {
  await runFor(world, quietly, quietMs)
  const during = newExperience()
  const [stolenMs, startedAt] = [readStolenMs(), performance.now()]
  const abuse = await begin()
  await runFor(world, during, abuseMs)
  const { failuresWhenCalm = [], ...result } = await abuse.stop()
  const stolen = (readStolenMs() - stolenMs) / (performance.now() - startedAt) / availableParallelism()
  if (stolen <= STOLEN_MAX) result.failures.push(...failuresWhenCalm)
  printProgress(`${name}: ${result.summary}`)
  // What the abuse left behind, such as a connection that is being closed, does not count as quiet.
  await sleep(quietMs / 3)
  return { name, during, stolen, ...result }
}
