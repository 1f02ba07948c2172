import type { ImageOffer, ModelOffer, VideoOffer } from '#platform/providers'

type Resolution = VideoOffer['resolutions'][number]
type Orientation = VideoOffer['orientations'][number]

/** An offer with what Runway must be told, and what it is expected to cost in credits. */
export type RunwayOffer = Pick<ModelOffer, 'id' | 'providerModel' | 'description'> &
  (RunwayImage | RunwayVideo)

export type RunwayImage = ImageOffer & {
  /** The text of `ratio` for each size. */
  ratios: Record<ImageOffer['sizes'][number], string>
  quality: string
  creditsPerPicture: number
  /** For each reference of each picture. */
  creditsPerReference: number
}

export type RunwayVideo = VideoOffer & {
  /** The text of `ratio`. It differs by model. */
  ratios: Record<Resolution, Record<Orientation, string>>
  /** The field `resolution` of models whose ratio is only an aspect. */
  resolutionNames?: Record<Resolution, string>
  creditsPerSecond: Record<Resolution, number>
}

const gptImage = (model: string, description: string): RunwayOffer => ({
  id: `runway/${model.replaceAll('_', '-')}`,
  providerModel: model,
  description,
  kind: 'image',
  sizes: ['1:1', '2:3', '3:2'],
  nMax: 10,
  referencesMax: 16,
  takesMask: false,
  ratios: { '1:1': '1920:1920', '2:3': '1280:1920', '3:2': '1920:1280' },
  quality: 'high',
  // No list price is known: an assumption above what the vendor asks for such a picture.
  creditsPerPicture: 25,
  creditsPerReference: 1,
})

const everyShape = {
  kind: 'video',
  orientations: ['portrait', 'landscape', 'square'],
  resolutions: ['SD', 'HD'],
} as const

const hdRatios = { portrait: '720:1280', landscape: '1280:720', square: '960:960' }
const seedance2Ratios = {
  SD: { portrait: '496:864', landscape: '864:496', square: '640:640' },
  HD: hdRatios,
}
// Runway's price list has one number for the family. What it estimates in its answer goes before it.
const seedanceCredits = { SD: 36, HD: 36 }

const seedance2 = (model: string, description: string): RunwayOffer => ({
  ...everyShape,
  id: `runway/${model.replaceAll('_', '-')}`,
  providerModel: model,
  description,
  durationsSeconds: [6, 10, 15],
  promptMax: 3_500,
  referencesMax: 9,
  ratios: seedance2Ratios,
  creditsPerSecond: seedanceCredits,
})

const aspects = { portrait: '9:16', landscape: '16:9', square: '1:1' }

/** The first model of a kind is its default. None of them takes a mask. */
export const runwayCatalogue: readonly RunwayOffer[] = [
  gptImage('gpt_image_2_5_flare', 'GPT Image 2.5 Flare: pictures with up to 16 references, no mask'),
  gptImage('gpt_image_2_5_sunburst', 'GPT Image 2.5 Sunburst: pictures with up to 16 references, no mask'),
  gptImage('gpt_image_2', 'GPT Image 2: pictures with up to 16 references, no mask'),
  {
    ...everyShape,
    id: 'runway/seedance2-5',
    providerModel: 'seedance2_5',
    description: 'Seedance 2.5: videos with sound and up to 30 references',
    durationsSeconds: [6, 10, 15],
    promptMax: 15_000,
    referencesMax: 30,
    ratios: { SD: { portrait: '480:854', landscape: '854:480', square: '640:640' }, HD: hdRatios },
    creditsPerSecond: seedanceCredits,
  },
  seedance2('seedance2', 'Seedance 2: videos with sound and up to 9 references'),
  seedance2('seedance2_fast', 'Seedance 2 Fast: videos with sound and up to 9 references'),
  seedance2('seedance2_mini', 'Seedance 2 Mini: videos with sound and up to 9 references'),
  {
    ...everyShape,
    id: 'runway/grok-imagine-1-5',
    providerModel: 'grok_imagine_1_5',
    description: 'Grok Imagine 1.5: videos with sound; with up to 7 references at most 10 seconds long',
    durationsSeconds: [6, 10, 15],
    referencesMax: 7,
    // A rule of the vendor.
    referenceSecondsMax: 10,
    ratios: { SD: aspects, HD: aspects },
    resolutionNames: { SD: '480p', HD: '720p' },
    creditsPerSecond: { SD: 5, HD: 7 },
  },
]
