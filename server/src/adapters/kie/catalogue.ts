import type { KieImageOffer, KieOffer, KieVideoOffer } from './kie-offer.ts'

/** What a credit costs, in millionths of a dollar. */
export const CREDIT_MICROS = 5_000

/**
 * Measured are 6 credits for a picture of GPT Image 2.5 and 63 for a second of Seedance 2.5 in 720p. What is
 * not known is expected at the highest price that is listed for its kind: 16 and 63.
 */
const MEASURED_PICTURE = 6
const ASSUMED_PICTURE = 16
const SECOND = 63

const images = {
  kind: 'image',
  sizes: ['1:1', '2:3', '3:2'],
  // Of an order; each picture is a task of its own.
  nMax: 4,
  takesMask: false,
  ratios: { '1:1': '1:1', '2:3': '2:3', '3:2': '3:2' },
} as const satisfies Partial<KieImageOffer>

type GptImage = { model: string; name: string; credits: number; always?: Record<string, unknown> }

const gptImage = ({ model, name, credits, always }: GptImage): KieOffer => ({
  ...images,
  id: `kie/${model}`,
  providerModel: `${model}-text-to-image`,
  referencesModel: `${model}-image-to-image`,
  description: `${name}: pictures with up to 16 references, without a mask`,
  promptMax: 20_000,
  referencesMax: 16,
  referencesField: 'input_urls',
  always: { resolution: '1K', ...always },
  creditsPerPicture: credits,
})

const videos = {
  kind: 'video',
  orientations: ['portrait', 'landscape', 'square'],
  durationsSeconds: [6, 10, 15],
  resolutions: ['SD', 'HD'],
  ratios: { portrait: '9:16', landscape: '16:9', square: '1:1' },
  resolutionNames: { SD: '480p', HD: '720p' },
  creditsPerSecond: { SD: SECOND, HD: SECOND },
} as const satisfies Partial<KieVideoOffer>

const seedance = (model: string, name: string, referencesMax: number): KieOffer => ({
  ...videos,
  promptMax: 20_000,
  id: `kie/${model}`,
  providerModel: `bytedance/${model}`,
  description: `${name}: videos with sound and up to ${referencesMax} references`,
  referencesMax,
  referencesField: 'reference_image_urls',
  // Said always: what is usual differs between providers.
  always: { generate_audio: true },
})

/**
 * The first model of a kind is its default. None takes a mask. Left out are `grok-imagine/text-to-image`, one
 * task of which makes several pictures, and `grok-imagine/image-to-video`, whose shape follows the picture.
 */
export const kieCatalogue: readonly KieOffer[] = [
  gptImage({ model: 'gpt-image-2-5-flare', name: 'GPT Image 2.5 Flare', credits: MEASURED_PICTURE }),
  gptImage({ model: 'gpt-image-2-5-sunburst', name: 'GPT Image 2.5 Sunburst', credits: MEASURED_PICTURE }),
  gptImage({ model: 'gpt-image-2', name: 'GPT Image 2', credits: ASSUMED_PICTURE }),
  {
    ...images,
    id: 'kie/nano-banana-2',
    providerModel: 'nano-banana-2',
    description: 'Nano Banana 2: pictures with up to 14 references, without a mask',
    referencesMax: 14,
    referencesField: 'image_input',
    always: { resolution: '1K', output_format: 'png' },
    creditsPerPicture: ASSUMED_PICTURE,
  },
  seedance('seedance-2-5', 'Seedance 2.5', 30),
  seedance('seedance-2', 'Seedance 2', 9),
  seedance('seedance-2-fast', 'Seedance 2 Fast', 9),
  seedance('seedance-2-mini', 'Seedance 2 Mini', 9),
  {
    ...videos,
    id: 'kie/grok-imagine',
    providerModel: 'grok-imagine/text-to-video',
    description: 'Grok Imagine: videos without references',
    promptMax: 5_000,
    referencesMax: 0,
    // It has no field for sound.
    always: {},
  },
]

const gptImage26 = (quality: string, name: string): KieOffer =>
  gptImage({
    model: `gpt-image-2-6-${quality}`,
    name: `GPT Image 2.6 ${name}`,
    credits: ASSUMED_PICTURE,
    // It can make animations too.
    always: { output_format: 'png' },
  })

/** Names and fields that no key has confirmed: an operator may add them to the settings. */
export const unconfirmedKieOffers: readonly KieOffer[] = [
  gptImage26('economy', 'Economy'),
  gptImage26('flare', 'Flare'),
  gptImage26('sunburst', 'Sunburst'),
]
