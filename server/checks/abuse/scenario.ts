import type { World } from './open-world.ts'

/**
 * What an abuser was doing, in a sentence, and what the service must not have done. `failuresWhenCalm` depend
 * on the speed of the machine: they count only in a round in which nobody else took its time.
 */
export type AbuseResult = { summary: string; failures: string[]; failuresWhenCalm?: string[] }

/** An abuse that is running. */
export type Abuse = { stop(): Promise<AbuseResult> }

export type Scenario = {
  name: string
  /** Prepares what the abuse needs, once. What it returns begins the abuse, and can be called again. */
  prepare(world: World): Promise<() => Abuse | Promise<Abuse>>
}
