import type { FalOffer } from './fal-offer.ts'

export type FalSettings = {
  key: string
  /** Where requests are sent and read. Never the backup host: a second POST is a second purchase. */
  queueUrl: string
  /** The platform API with its version: the request list and the prices. */
  platformUrl: string
  /** Uploads, and the keys that sign callbacks. */
  restUrl: string
  /** Our account. A callback of any customer is signed by the same key, so it must name this one. */
  accountId: string
  /** Where finished files are. */
  fileHosts: readonly string[]
  ownOrigin?: string
  /** The provider can open the URLs of our service. Otherwise it is sent the bytes of references. */
  isPublic: boolean
  /**
   * The request list shows requests from the moment they are accepted. Only then does a missing row prove
   * that a lost submit was not accepted. Nobody has confirmed it, so it is off unless an operator knows.
   */
  isListComplete?: boolean
  /** Instead of the usual catalogue. */
  offers?: readonly FalOffer[]
}
