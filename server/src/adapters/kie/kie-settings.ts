import type { KieOffer } from './kie-offer.ts'

export type KieSettings = {
  key: string
  /** The origin of the API. */
  apiUrl: string
  /** The origin of kie's own uploads, which want the key as well. Nothing else is ever sent it. */
  uploadUrl: string
  /** Where results may be: origins as in `FileHosts`. */
  fileHosts: readonly string[]
  /** What kie signs callbacks with, as set in its console. Without it no callback is genuine. */
  webhookKey?: string
  /** `url`: kie fetches our copies of references. `upload`: it is sent them, if our service is not public. */
  referencesAs: 'url' | 'upload'
  /** Instead of `kieCatalogue`. */
  offers?: readonly KieOffer[]
}
