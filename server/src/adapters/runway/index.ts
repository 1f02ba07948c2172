export { type RunwayOffer, runwayCatalogue } from './catalogue.ts'
export { newRunwayProvider } from './new-runway-provider.ts'
export type { RunwaySettings } from './runway-settings.ts'
