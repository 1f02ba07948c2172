import type { OpenaiOffer } from './catalogue.ts'

export type OpenaiSettings = {
  key: string
  /** The address of the API with its version. It may be that of a server with the same protocol. */
  baseUrl: string
  /** A folder on a local disk, where pictures wait until they are stored. */
  tempDir: string
  /** Instead of `openaiCatalogue`. */
  offers?: readonly OpenaiOffer[]
}
