export { buildAdapters } from './build-adapters.ts'
export { openProviders } from './open-providers.ts'
