export { listProviders } from './list-providers.ts'
export { listStuckTries } from './list-stuck-tries.ts'
export { readState } from './read-state.ts'
