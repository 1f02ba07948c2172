export { openProviders } from './open-providers.ts'
