export { openProviders } from './open-providers.ts'
export type {
  FindResponse,
  JobState,
  Provider,
  ProviderRequest,
  Providers,
  SubmitResponse,
} from './provider.ts'
