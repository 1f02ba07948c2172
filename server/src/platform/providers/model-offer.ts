/**
 * What one provider offers under one name: data, not code, because models come and go. `id` is what we call
 * the offer, `providerModel` what the provider calls the model. One that makes both kinds is two offers.
 */
export type ModelOffer = {
  id: string
  providerModel: string
  description: string
} & (ImageOffer | VideoOffer)

type Limits = {
  referencesMax: number
  /** Characters of the prompt. Left out when it is more than any order has. */
  promptMax?: number
}

export type ImageOffer = Limits & {
  kind: 'image'
  sizes: readonly ('1:1' | '2:3' | '3:2')[]
  /** Of an order: a provider may make them in several jobs. */
  nMax: number
  /** A mask says which part of the first reference is edited. */
  takesMask: boolean
}

export type VideoOffer = Limits & {
  kind: 'video'
  orientations: readonly ('portrait' | 'landscape' | 'square')[]
  durationsSeconds: readonly number[]
  resolutions: readonly ('SD' | 'HD')[]
  /** With references a video may have to be shorter. */
  referenceSecondsMax?: number
}
