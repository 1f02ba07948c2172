export { newProviders } from './new-providers.ts'
export type {
  FindResponse,
  JobState,
  Provider,
  ProviderRequest,
  Providers,
  SubmitResponse,
} from './provider.ts'
