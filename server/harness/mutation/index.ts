export { type Mutation, mutateSource, sourceUrl } from './mutate-source.ts'
export { mutatedEnv } from './mutated-env.ts'
export { releaseWorkers } from './release-workers.ts'
