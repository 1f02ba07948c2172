import type { ImageOffer, VideoOffer } from './model-offer.ts'

export type Kind = 'image' | 'video'

/** What an order needs from a model. */
export type Wanted = { promptCharacters: number; references: number } & (
  | { kind: 'image'; size: ImageOffer['sizes'][number]; n: number; hasMask: boolean }
  | {
      kind: 'video'
      orientation: VideoOffer['orientations'][number]
      resolution: VideoOffer['resolutions'][number]
      durationSeconds: number
    }
)

/** Why a model cannot serve an order. `says` follows the name of the model: "takes no mask". */
export type Gap = {
  about:
    | 'kind'
    | 'prompt'
    | 'references'
    | 'size'
    | 'n'
    | 'mask'
    | 'orientation'
    | 'resolution'
    | 'durationSeconds'
  says: string
}

/** What at least one offer of a model serves. Lists of the other kind are empty. */
export type Capabilities = {
  sizes: ImageOffer['sizes']
  nMax: number
  referencesMax: number
  mask: boolean
  orientations: VideoOffer['orientations']
  durationsSeconds: readonly number[]
  resolutions: VideoOffer['resolutions']
}

/** A model as callers see it, independent of who makes it. */
export type Model = {
  id: string
  description: string
  kinds: readonly Kind[]
  /** The kinds for which it is used when an order names no model. */
  defaultFor: readonly Kind[]
  capabilities: Capabilities
}

/**
 * One way to make an order. `model` is the name that callers know, `offer` what the adapter of the provider
 * calls it: the same model may be offered by several.
 */
export type Route = { provider: string; model: string; offer: string }

/** `models` of the last two: those of the kind, and those that could serve the order. */
export type Choice =
  | { kind: 'chosen'; routes: readonly [Route, ...Route[]] }
  | { kind: 'unknown_model'; models: readonly string[] }
  | { kind: 'unserved'; model: string; gap: Gap; models: readonly string[] }

/** What a key may order. */
export type Offer = {
  /** The first model of a kind is its default. */
  models: readonly Model[]
  /** The ways to make an order, best first. Without a model, the default or the first that can serve it. */
  findRoutes(wanted: Wanted, model: string | undefined): Choice
}
