export { buildAdapters } from './build-adapters.ts'
export { openProviders } from './open-providers.ts'
export type { ProviderCall } from './watch-provider.ts'
