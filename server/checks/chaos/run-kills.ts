import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess, System } from '../../harness/processes/index.ts'
import { type KillPlan, type Victim, victims } from './plan-kills.ts'
import type { Clock } from './run-clock.ts'

export type Damage = {
  kills: Record<Victim, number>
  wipes: number
  /** Processes that ended by themselves. */
  crashes: string[]
  /** Processes that could not be restarted: the run then proves nothing. */
  failures: string[]
}

const START_TRIES = 3

export const noDamage = (): Damage => ({
  kills: Object.fromEntries(victims.map((name) => [name, 0])) as Record<Victim, number>,
  wipes: 0,
  crashes: [],
  failures: [],
})

/** Kills and restarts by plan. A process is not killed before its last start is done; others do not wait. */
export async function runKills({
  system,
  plans,
  clock,
  damage,
  print,
}: {
  system: System
  plans: KillPlan[]
  clock: Clock
  damage: Damage
  print: (text: string) => void
}): Promise<void> {
  const lastOf = new Map<Victim, Promise<void>>()
  for (const name of victims) restartOnCrash(system, name, damage, print)
  for (const plan of plans) {
    await clock.reach(plan.atMs)
    const before = lastOf.get(plan.target) ?? Promise.resolve()
    lastOf.set(
      plan.target,
      before.then(() => killOnce(system, plan, damage, print)),
    )
  }
  await Promise.all(lastOf.values())
}

const processOf = (system: System, name: Victim): ManagedProcess => system.processes[name] as ManagedProcess

async function killOnce(system: System, plan: KillPlan, damage: Damage, print: (text: string) => void) {
  const { target: name, pauseMs, wipe } = plan
  const managed = processOf(system, name)
  await managed.kill9()
  damage.kills[name]++
  const downAt = performance.now()
  if (wipe) {
    await system.engine.wipe()
    damage.wipes++
  }
  await sleep(pauseMs)
  await startAgain(managed, damage)
  const downMs = Math.round(performance.now() - downAt)
  print(`kill -9 ${name}${wipe ? ', disk wiped' : ''}: down for ${downMs} ms`)
}

async function startAgain(managed: ManagedProcess, damage: Damage): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await managed.start()
    } catch (error) {
      if (tries < START_TRIES) continue
      damage.failures.push(`${managed.name} did not start again: ${(error as Error).message.split('\n')[0]}`)
      return
    }
  }
}

/** A process that ends by itself is a finding; it is started again so that the run goes on. */
function restartOnCrash(system: System, name: Victim, damage: Damage, print: (text: string) => void): void {
  const managed = processOf(system, name)
  managed.onDeath((exit) => {
    damage.crashes.push(`${name} ended by itself (${exit.signal ?? `exit code ${exit.code}`})`)
    print(`${name} ended by itself, see ${managed.logFile}`)
    void startAgain(managed, damage)
  })
}
