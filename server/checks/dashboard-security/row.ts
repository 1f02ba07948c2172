import type { Defence } from './defence.ts'
import type { Failures } from './new-failures.ts'
import type { World } from './open-world.ts'

/** A line of the table: what an attacker tries, and what stands against it. */
export type Row = {
  name: string
  /** What must hold, as a sentence. */
  promise: string
  /** Tries it on the running system, and notes what does not hold. */
  attack(world: World, failures: Failures): Promise<void>
  defences: Defence[]
}
