import type { Mutation } from '../../harness/mutation/index.ts'

/**
 * A defence that is taken out of a copy of the sources, of the service or of the pages. The attack must then
 * report a failure that contains `sign`, not just any.
 */
export type Defence = { name: string; sign: string; mutations?: Mutation[]; pages?: Mutation[] }
