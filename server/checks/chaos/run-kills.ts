import { setTimeout as sleep } from 'node:timers/promises'
import type { House, Part } from '../../harness/processes/index.ts'
import type { Clock } from './keep-clock.ts'
import { type KillPlan, type Victim, victims } from './plan-kills.ts'

export type Damage = {
  kills: Record<Victim, number>
  wipes: number
  /** Parts that ended although nobody killed them. */
  crashes: string[]
  /** Parts that could not be started again: the run proves nothing then. */
  failures: string[]
}

const START_TRIES = 3

export const noDamage = (): Damage => ({
  kills: Object.fromEntries(victims.map((part) => [part, 0])) as Record<Victim, number>,
  wipes: 0,
  crashes: [],
  failures: [],
})

/** Kills and starts again by plan. A part is not killed before its last start is over; others do not wait. */
export async function runKills(
  house: House,
  plans: KillPlan[],
  clock: Clock,
  damage: Damage,
  say: (text: string) => void,
): Promise<void> {
  const lastOf = new Map<Victim, Promise<void>>()
  for (const part of victims) nurse(house, part, damage, say)
  for (const plan of plans) {
    await clock.reach(plan.atMs)
    const before = lastOf.get(plan.part) ?? Promise.resolve()
    lastOf.set(
      plan.part,
      before.then(() => killOnce(house, plan, damage, say)),
    )
  }
  await Promise.all(lastOf.values())
}

const partOf = (house: House, name: Victim): Part => house.parts[name] as Part

async function killOnce(house: House, plan: KillPlan, damage: Damage, say: (text: string) => void) {
  const { part: name, pauseMs, wipe } = plan
  const part = partOf(house, name)
  await part.kill9()
  damage.kills[name]++
  const downAt = performance.now()
  if (wipe) {
    await house.engine.wipe()
    damage.wipes++
  }
  await sleep(pauseMs)
  await startAgain(part, damage)
  const downMs = Math.round(performance.now() - downAt)
  say(`kill -9 ${name}${wipe ? ', disk wiped' : ''}: down for ${downMs} ms`)
}

async function startAgain(part: Part, damage: Damage): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await part.start()
    } catch (error) {
      if (tries < START_TRIES) continue
      damage.failures.push(`${part.name} did not start again: ${(error as Error).message.split('\n')[0]}`)
      return
    }
  }
}

/** A part that ends by itself is a finding; it is started again so that the run goes on. */
function nurse(house: House, name: Victim, damage: Damage, say: (text: string) => void): void {
  const part = partOf(house, name)
  part.onDeath((exit) => {
    damage.crashes.push(`${name} ended by itself (${exit.signal ?? `exit code ${exit.code}`})`)
    say(`${name} ended by itself, see ${part.logFile}`)
    void startAgain(part, damage)
  })
}
