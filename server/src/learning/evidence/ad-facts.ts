import type { Orientation } from '@atelier/contract'

/**
 * Identity and ingredients of an ad, as far as they are reported. The fields are named after the columns they
 * are stored in. `product_id` is '' while unknown.
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
  /** Whether the creative shows nobody. Null while the creative is unknown: then neither is known. */
  no_character: boolean | null
  media_type: 'IMAGE' | 'VIDEO' | null
  orientation: Orientation | null
  hook: string | null
  prompt: string | null
}

/** A row of the table `ads`. */
export type AdRow = AdFacts & { id: number }

/** The columns of `AdFacts`, for `select` and `insert`. */
export const factColumns = `platform_ad_id, media_id, product_id, product_name, platform_campaign_id,
  campaign_name, cep_id, cep_text, angle, character_id, character_name, no_character, media_type,
  orientation, hook, prompt`

/** The same columns with their type, for facts that are passed as JSON. */
export const factTypes = factColumns.replaceAll(/\w+/g, (column) =>
  column === 'no_character' ? `${column} boolean` : `${column} text`,
)

/** `no_character` of the ads `a`, and the same of those from before that column. */
export const NO_CHARACTER = `coalesce(a.no_character, case
  when a.media_id is not null and a.media_type is not null then a.character_id is null end)`

/** The text that search indexes for the series of an ad. */
export const searchTextOf = (ad: AdFacts): string =>
  [ad.campaign_name, ad.product_name, ad.hook, ad.cep_text, ad.angle, ad.prompt].filter(Boolean).join('\n')
