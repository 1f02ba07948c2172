import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess, System } from '../../harness/processes/index.ts'
import { type KillPlan, type Victim, victims } from './plan-kills.ts'
import type { Clock } from './run-clock.ts'

export type Damage = {
  /** By kill -9. */
  kills: Record<Victim, number>
  /** When apis were ended by kill -9. */
  apisKilledAt: number[]
  /** By SIGTERM: from the signal to the end of the process. */
  restarts: { target: Victim; from: number; to: number }[]
  wipes: number
  /** Processes that ended by themselves. */
  crashes: string[]
  /** Processes that could not be restarted: the run then proves nothing. */
  failures: string[]
}

const START_TRIES = 3

export const noDamage = (): Damage => ({
  kills: Object.fromEntries(victims.map((name) => [name, 0])) as Record<Victim, number>,
  apisKilledAt: [],
  restarts: [],
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
  onStarted,
}: {
  system: System
  plans: KillPlan[]
  clock: Clock
  damage: Damage
  print: (text: string) => void
  /** Called when a process that was killed is back. */
  onStarted?: ((name: string) => Promise<void>) | undefined
}): Promise<void> {
  const lastOf = new Map<Victim, Promise<void>>()
  const present = victims.filter((name) => system.processes[name])
  for (const name of present) restartOnCrash(system, name, damage, print)
  for (const plan of plans) {
    await clock.reach(plan.atMs)
    const before = lastOf.get(plan.target) ?? Promise.resolve()
    lastOf.set(
      plan.target,
      before.then(async () => {
        await killOnce(system, plan, damage, print)
        await onStarted?.(plan.target)
      }),
    )
  }
  await Promise.all(lastOf.values())
}

const processOf = (system: System, name: Victim): ManagedProcess => system.processes[name] as ManagedProcess

async function killOnce(system: System, plan: KillPlan, damage: Damage, print: (text: string) => void) {
  const { pauseMs, wipe, signal } = plan
  const name = plan.isCurrentWorker ? await findCurrentWorker(system) : plan.target
  const managed = processOf(system, name)
  const from = performance.now()
  await (signal ? managed.stop() : managed.kill9())
  const downAt = performance.now()
  if (signal) damage.restarts.push({ target: name, from, to: downAt })
  else damage.kills[name]++
  if (!signal && name.startsWith('api')) damage.apisKilledAt.push(from)
  if (wipe) {
    await system.engine.wipe()
    damage.wipes++
  }
  await sleep(pauseMs)
  await startAgain(managed, damage)
  const downMs = Math.round(performance.now() - downAt)
  const how = signal ? `SIGTERM ${name}, ended after ${Math.round(downAt - from)} ms` : `kill -9 ${name}`
  print(`${how}${wipe ? ', disk wiped' : ''}: down for ${downMs} ms`)
}

type Listed = { deployments: { uri: string; services: { revision: number }[] }[] }

/** The engine sends new runs to the worker with the newest revision. */
async function findCurrentWorker({ engine, workers }: System): Promise<Victim> {
  const { deployments } = (await (await fetch(`${engine.adminUrl}/deployments`)).json()) as Listed
  const revisionOf = ({ services }: Listed['deployments'][number]) => services[0]?.revision ?? 0
  const newest = deployments.sort((a, b) => revisionOf(b) - revisionOf(a))[0]
  return (workers.find(({ url }) => newest?.uri.startsWith(url))?.name ?? 'worker') as Victim
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
