export { openProviders } from './open-providers.ts'
export type { Lookup, Order, Provider, Providers, Seen, Submitted } from './provider.ts'
