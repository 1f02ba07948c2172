export { type OpenaiOffer, openaiCatalogue } from './catalogue.ts'
export { newOpenaiProvider } from './new-openai-provider.ts'
export type { OpenaiSettings } from './openai-settings.ts'
