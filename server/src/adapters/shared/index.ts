export {
  type Answer,
  type Call,
  callProvider,
  newDispatcher,
  type OpenAnswer,
  openCall,
  readRetryAfterMs,
  wasNeverSent,
} from './call-provider.ts'
export { cleanReason } from './clean-reason.ts'
export type { ImageOffer, ModelOffer, VideoOffer } from './model-offer.ts'
