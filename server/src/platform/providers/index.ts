export { newProviders } from './new-providers.ts'
export type {
  FileHosts,
  FileSource,
  FindResponse,
  Handle,
  JobState,
  Offer,
  Provider,
  ProviderRequest,
  Providers,
  SubmitResponse,
} from './provider.ts'
export { consequenceOf, type ErrorClass, failureOf } from './provider-error.ts'
