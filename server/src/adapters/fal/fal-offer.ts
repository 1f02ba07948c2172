import type { ImageOffer, VideoOffer } from '#platform/providers'

type Shared = {
  id: string
  /** The beginning of the names of its endpoints. */
  providerModel: string
  description: string
  /** What follows it: without references, and with some. */
  paths: { plain: string; withReferences: string }
  referencesField: string
  /** Fields with the same value in every request. */
  always: Readonly<Record<string, unknown>>
}

type Size = ImageOffer['sizes'][number]
type Orientation = VideoOffer['orientations'][number]
type Resolution = VideoOffer['resolutions'][number]

export type FalImageOffer = Shared &
  ImageOffer & {
    sizeField: string
    sizeValues: Readonly<Record<Size, unknown>>
    /** One picture, in millionths of a dollar. */
    pictureMicros: Readonly<Record<Size, number>>
  }

export type FalVideoOffer = Shared &
  VideoOffer & {
    orientationValues: Readonly<Record<Orientation, string>>
    resolutionValues: Readonly<Record<Resolution, string>>
    /** The models of one platform write a duration as "15" or as 15. */
    durationAs: 'text' | 'number'
    /** One second, in millionths of a dollar. */
    secondMicros: Readonly<Record<Resolution, number>>
  }

/** What is offered from the provider. An adapter's code knows no model. */
export type FalOffer = FalImageOffer | FalVideoOffer
