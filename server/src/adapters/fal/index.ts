export type { FalOffer } from './fal-offer.ts'
export type { FalSettings } from './fal-settings.ts'
export { newFalProvider } from './new-fal-provider.ts'
