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
export type { ImageOffer, ModelOffer, VideoOffer } from './model-offer.ts'
