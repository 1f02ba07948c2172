import type { FalImageOffer, FalOffer, FalVideoOffer } from './fal-offer.ts'

const everySize = ['1:1', '2:3', '3:2'] as const
const imagePaths = { plain: '/text-to-image', withReferences: '/edit' }
const videoPaths = { plain: '/text-to-video', withReferences: '/reference-to-video' }

/** Quality is named because its price is; nothing said means high as well. */
const gptImage = {
  kind: 'image',
  sizes: everySize,
  nMax: 10,
  promptMax: 32_000,
  referencesMax: 16,
  referencesField: 'image_urls',
  sizeField: 'image_size',
  sizeValues: {
    '1:1': { width: 1024, height: 1024 },
    '2:3': { width: 1024, height: 1536 },
    '3:2': { width: 1536, height: 1024 },
  },
  always: { quality: 'high', output_format: 'png' },
} as const satisfies Partial<FalImageOffer>

const gptImage25 = {
  ...gptImage,
  paths: imagePaths,
  // Only third parties say that these take a mask. One that is ignored would change the whole picture.
  takesMask: false,
  // Known for flare; other resellers charge the same for both.
  pictureMicros: { '1:1': 53_000, '2:3': 53_000, '3:2': 53_000 },
} as const

const everyVideo = {
  kind: 'video',
  orientations: ['portrait', 'landscape', 'square'],
  durationsSeconds: [6, 10, 15],
  resolutions: ['SD', 'HD'],
  orientationValues: { portrait: '9:16', landscape: '16:9', square: '1:1' },
  resolutionValues: { SD: '480p', HD: '720p' },
  paths: videoPaths,
} as const satisfies Partial<FalVideoOffer>

/**
 * The first of a kind is the usual one. Veo 3.1 is left out: it makes no square and none of our durations.
 * Of image-to-video nothing is offered, because its framing follows the picture.
 */
export const falCatalogue: readonly FalOffer[] = [
  {
    ...gptImage25,
    id: 'fal/gpt-image-2.5-flare',
    providerModel: 'openai/gpt-image-2.5/flare',
    description: 'GPT Image 2.5 flare: pictures and edits of up to 16 references, without a mask',
  },
  {
    ...gptImage25,
    id: 'fal/gpt-image-2.5-sunburst',
    providerModel: 'openai/gpt-image-2.5/sunburst',
    description: 'GPT Image 2.5 sunburst: pictures and edits of up to 16 references, without a mask',
  },
  {
    ...gptImage,
    id: 'fal/gpt-image-2',
    providerModel: 'openai/gpt-image-2',
    description: 'GPT Image 2: pictures and edits of up to 16 references, with a mask',
    paths: { plain: '', withReferences: '/edit' },
    takesMask: true,
    pictureMicros: { '1:1': 220_000, '2:3': 170_000, '3:2': 170_000 },
  },
  {
    id: 'fal/nano-banana-2',
    providerModel: 'fal-ai/nano-banana-2',
    description: 'Nano Banana 2: pictures and edits of up to 14 references, without a mask',
    kind: 'image',
    paths: { plain: '', withReferences: '/edit' },
    sizes: everySize,
    nMax: 4,
    referencesMax: 14,
    referencesField: 'image_urls',
    takesMask: false,
    sizeField: 'aspect_ratio',
    sizeValues: { '1:1': '1:1', '2:3': '2:3', '3:2': '3:2' },
    always: { resolution: '1K', output_format: 'png' },
    pictureMicros: { '1:1': 80_000, '2:3': 80_000, '3:2': 80_000 },
  },
  {
    ...everyVideo,
    id: 'fal/seedance-2.5',
    providerModel: 'bytedance/seedance-2.5',
    description: 'Seedance 2.5: videos with sound, of up to 30 references',
    referencesMax: 30,
    referencesField: 'image_urls',
    durationAs: 'text',
    // Said always: what is usual differs between providers.
    always: { generate_audio: true },
    secondMicros: { SD: 221_000, HD: 473_000 },
  },
  {
    ...everyVideo,
    id: 'fal/grok-imagine-video',
    providerModel: 'xai/grok-imagine-video',
    description: 'Grok Imagine: videos; with up to 7 references at most 10 seconds long',
    referencesMax: 7,
    referencesField: 'reference_image_urls',
    referenceSecondsMax: 10,
    durationAs: 'number',
    // It has no field for sound.
    always: {},
    secondMicros: { SD: 50_000, HD: 70_000 },
  },
]
