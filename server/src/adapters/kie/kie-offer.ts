import type { ImageOffer, ModelOffer, VideoOffer } from '#platform/providers'

type Shared = Pick<ModelOffer, 'id' | 'providerModel' | 'description'> & {
  /** The provider's name of the model when references are given, where it is another one. */
  referencesModel?: string
  /** Where references go; left out when the model takes none. */
  referencesField?: string
  /** Fields with the same value in every order. */
  always: Readonly<Record<string, unknown>>
}

export type KieImageOffer = Shared &
  ImageOffer & {
    ratios: Readonly<Record<ImageOffer['sizes'][number], string>>
    creditsPerPicture: number
  }

export type KieVideoOffer = Shared &
  VideoOffer & {
    ratios: Readonly<Record<VideoOffer['orientations'][number], string>>
    resolutionNames: Readonly<Record<VideoOffer['resolutions'][number], string>>
    creditsPerSecond: Readonly<Record<VideoOffer['resolutions'][number], number>>
  }

/** What is offered from kie: data, because its models come and go. */
export type KieOffer = KieImageOffer | KieVideoOffer
