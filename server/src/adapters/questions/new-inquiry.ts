import type { ProviderAccounts } from '#platform/config'
import { falInquiry } from './ask-fal.ts'
import { kieInquiry } from './ask-kie.ts'
import { openaiInquiry } from './ask-openai.ts'
import { runwayInquiry } from './ask-runway.ts'
import type { Inquiry } from './inquiry.ts'

export type Questioned = 'fal' | 'kie' | 'openai' | 'runway'

const VERSION = '2024-11-06'

/** The questions to a provider, and the headers of a call with a key. */
export function newInquiry(name: Questioned, { fal, kie, openai, runway }: ProviderAccounts) {
  const inquiries: Record<Questioned, () => Inquiry> = {
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
