/**
 * What one provider offers under one name: data, not code, because models come and go. `id` is our name of
 * the model, `providerModel` the provider's. An operator's file may add to these.
 */
export type ModelOffer = {
  id: string
  providerModel: string
  description: string
} & (ImageOffer | VideoOffer)

export type ImageOffer = {
  kind: 'image'
  sizes: readonly ('1:1' | '2:3' | '3:2')[]
  nMax: number
  referencesMax: number
  /** A mask says which part of the first reference is edited. */
  takesMask: boolean
}

export type VideoOffer = {
  kind: 'video'
  orientations: readonly ('portrait' | 'landscape' | 'square')[]
  durationsSeconds: readonly number[]
  resolutions: readonly ('SD' | 'HD')[]
  referencesMax: number
}
