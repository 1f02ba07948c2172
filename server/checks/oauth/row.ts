import type { Mutation } from '../../harness/mutation/index.ts'
import type { Failures } from './failures.ts'
import type { World } from './open-world.ts'

/**
 * A defence that is taken out of a copy of the sources. The attack must then report a failure that contains
 * `sign`, not just any.
 */
export type Defence = { name: string; sign: string; mutations: Mutation[] }

/** A line of the table: what an attacker tries, and what stands against it. */
export type Row = {
  name: string
  /** What must hold, as a sentence. */
  promise: string
  /** Tries it on the running system, and notes what does not hold. */
  attack(world: World, failures: Failures): Promise<void>
  defences: Defence[]
}
