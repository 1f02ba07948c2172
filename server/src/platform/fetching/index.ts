export type { Address, Dial, Resolve } from './fetch-context.ts'
export { type Fetched, type Fetcher, type FetcherOptions, openFetcher } from './open-fetcher.ts'
export { parsePublicUrl } from './parse-public-url.ts'
export { UnusableAddress, type UnusableKind } from './unusable-address.ts'
