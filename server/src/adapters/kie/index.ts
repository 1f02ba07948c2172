export { kieCatalogue, unconfirmedKieOffers } from './catalogue.ts'
export type { KieOffer } from './kie-offer.ts'
export type { KieSettings } from './kie-settings.ts'
export { newKieProvider } from './new-kie-provider.ts'
