export { openProviders } from './open-providers.ts'
export type { Lookup, Provider, ProviderRequest, Providers, Seen, Submitted } from './provider.ts'
