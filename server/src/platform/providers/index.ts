export { newProviders } from './new-providers.ts'
export type {
  FindResponse,
  JobState,
  Offer,
  Provider,
  ProviderRequest,
  Providers,
  SubmitResponse,
} from './provider.ts'
