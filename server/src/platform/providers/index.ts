export { cleanMessage } from './clean-message.ts'
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
  ProviderTimes,
  SubmitResponse,
} from './provider.ts'
export { usualTimes } from './provider.ts'
export { consequenceOf, type ErrorClass, failureOf } from './provider-error.ts'
