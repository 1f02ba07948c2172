export { cleanMessage } from './clean-message.ts'
export { newProviders } from './new-providers.ts'
export type {
  CallbackHint,
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
  ReferencePicture,
  Route,
  SubmitResponse,
} from './provider.ts'
export { FILES_MAX, usualTimes } from './provider.ts'
export { consequenceOf, type ErrorClass, failureOf } from './provider-error.ts'
