import type { Mutation } from '../mutation/index.ts'
import type { Failures } from './failures.ts'

/**
 * A defence that is taken out of a copy of the sources, of the service or of the pages. The attack must then
 * report a failure that contains `sign`, not just any.
 */
export type Defence = { name: string; sign: string; mutations?: Mutation[]; pages?: Mutation[] }

/** A line of a security table: what an attacker tries, and what stands against it. */
export type Attack<World> = {
  name: string
  /** What must hold, as a sentence. */
  promise: string
  /** Tries it on the running system, and notes what does not hold. */
  attack(world: World, failures: Failures): Promise<void>
  defences: Defence[]
}

/** The running system that is attacked. */
export type Target = {
  /** Is told before each attack. */
  beginAttack?(): void
  /** Runs the api without a defence; with none, as it is. */
  without(defence?: Pick<Defence, 'mutations' | 'pages'>): Promise<void>
}
