export { type Bill, type BillRow, type BillSum, BillUnreadable, type Period } from './bill.ts'
export { cleanMessage } from './clean-message.ts'
export { isSimulator } from './is-simulator.ts'
export type { ImageOffer, ModelOffer, VideoOffer } from './model-offer.ts'
export { newSimulatorProviders } from './new-simulator-providers.ts'
export type { Capabilities, Choice, Gap, Kind, Model, Offer, Route, Wanted } from './offer.ts'
export type {
  CallbackHint,
  FileHosts,
  FileSource,
  FindResponse,
  Handle,
  JobState,
  PricedJob,
  Provider,
  ProviderRequest,
  Providers,
  ProviderTimes,
  ReferencePicture,
  SubmitResponse,
} from './provider.ts'
export { FILES_MAX, usualTimes } from './provider.ts'
export { consequenceOf, type ErrorClass, failureOf, temporaryClasses } from './provider-error.ts'
