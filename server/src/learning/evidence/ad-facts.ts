import type { Orientation } from '@atelier/contract'

/**
 * What an ad is and what it was made of, as far as somebody says so. Column names, because that is where it
 * goes; the product is empty while none is known.
 */
export type AdFacts = {
  platform_ad_id: string | null
  media_id: string | null
  product_id: string
  product_name: string | null
  platform_campaign_id: string | null
  campaign_name: string | null
  cep_id: string | null
  cep_text: string | null
  angle: string | null
  character_id: string | null
  character_name: string | null
  media_type: 'IMAGE' | 'VIDEO' | null
  orientation: Orientation | null
  hook: string | null
  prompt: string | null
}

/** An ad as the database has it. */
export type AdRow = AdFacts & { id: number }

export const factColumns = `platform_ad_id, media_id, product_id, product_name, platform_campaign_id,
  campaign_name, cep_id, cep_text, angle, character_id, character_name, media_type, orientation, hook, prompt`

/** The same columns, for a list of facts that comes as JSON. */
export const factTypes = factColumns.replaceAll(/\w+/g, '$& text')

/** The words by which its results are found. */
export const searchTextOf = (ad: AdFacts): string =>
  [ad.campaign_name, ad.product_name, ad.hook, ad.cep_text, ad.angle, ad.prompt].filter(Boolean).join('\n')
