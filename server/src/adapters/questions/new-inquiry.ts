import type { ProviderName, ProviderSettings } from '#platform/config'
import { falInquiry } from './ask-fal.ts'
import { kieInquiry } from './ask-kie.ts'
import { openaiInquiry } from './ask-openai.ts'
import { runwayInquiry } from './ask-runway.ts'
import type { Inquiry } from './inquiry.ts'

const VERSION = '2024-11-06'

/** The questions to a provider, and the headers of a call with a key. */
export function newInquiry(name: ProviderName, { fal, kie, openai, runway }: ProviderSettings) {
  const inquiries: Record<ProviderName, () => Inquiry> = {
    fal: () => falInquiry(fal),
    kie: () => kieInquiry(kie.apiUrl),
    openai: () => openaiInquiry(openai.baseUrl),
    runway: () => runwayInquiry(runway.baseUrl),
  }
  const authorize = (key: string): Record<string, string> => ({
    authorization: `${name === 'fal' ? 'Key' : 'Bearer'} ${key}`,
    ...(name === 'runway' && { 'x-runway-version': VERSION }),
  })
  return { inquiry: inquiries[name](), authorize }
}
