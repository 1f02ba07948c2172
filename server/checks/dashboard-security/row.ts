import type { Attack } from '../../harness/attacks/index.ts'
import type { World } from './open-world.ts'

/** A line of the table. */
export type Row = Attack<World>
