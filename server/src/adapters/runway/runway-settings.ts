import type { RunwayOffer } from './catalogue.ts'

export type RunwaySettings = {
  key: string
  /** The origin of the API. Nothing else is ever sent the key. */
  baseUrl: string
  /** Where results may be: origins as in `FileHosts`. */
  fileHosts: readonly string[]
  /** Where uploads may go. The API names the address of each one; another host gets no picture. */
  uploadHosts: readonly string[]
  /**
   * How references travel. `upload`, unless given: it needs no public service. `data`: inside the order, if
   * they are small enough. `url`: Runway fetches our copies.
   */
  referencesAs?: 'upload' | 'data' | 'url'
  /** Instead of `runwayCatalogue`. */
  offers?: readonly RunwayOffer[]
}
