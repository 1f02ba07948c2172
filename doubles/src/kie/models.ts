/** What a field of `input` takes. Fields that a model does not list are refused. */
export type Field =
  | { takes: 'text'; min?: number; max: number }
  | { takes: 'choice'; of: readonly string[] }
  | { takes: 'whole'; from: number; to: number; also?: number }
  | { takes: 'flag' }
  | { takes: 'url' }
  | { takes: 'urls'; min?: number; max: number; ending?: RegExp }

export interface Model {
  kind: 'image' | 'video'
  fields: Record<string, Field>
  required: readonly string[]
  /** The field that holds the pictures. */
  references?: string
  /** Credits by resolution: for a picture, or for a second of video. */
  credits: Record<string, number>
  /** Files of one task; 1 unless given. */
  files?: number
}

const IMAGE_SIZES = ['1K', '2K', '4K']
const IMAGE_RATIOS = ['auto', '1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9']
const VIDEO_RATIOS = ['1:1', '4:3', '3:4', '16:9', '9:16', '21:9', 'adaptive']
const GROK_RATIOS = ['2:3', '3:2', '1:1', '16:9', '9:16']

const text = (max: number, min = 1): Field => ({ takes: 'text', min, max })
const choice = (...of: readonly string[]): Field => ({ takes: 'choice', of })
const flag: Field = { takes: 'flag' }
const url: Field = { takes: 'url' }

/** 6, 10 and 16 credits are published, the 6 was measured. */
const IMAGE_CREDITS = { '1K': 6, '2K': 10, '4K': 16 }

function gptImage(kind: 'text' | 'image', more: Record<string, Field> = {}, sizes = IMAGE_SIZES): Model {
  const base = {
    prompt: text(20_000),
    aspect_ratio: choice(...IMAGE_RATIOS),
    resolution: choice(...sizes),
    ...more,
  }
  const common = { kind: 'image', credits: IMAGE_CREDITS } as const
  if (kind === 'text') return { ...common, fields: base, required: ['prompt'] }
  const fields: Model['fields'] = { ...base, input_urls: { takes: 'urls', min: 1, max: 16 } }
  return { ...common, fields, required: ['prompt', 'input_urls'], references: 'input_urls' }
}

interface SeedanceLimits {
  prompt: number
  seconds: number
  pictures: number
  credits: Record<string, number>
  more?: Record<string, Field>
}

function seedance({ prompt, seconds, pictures, credits, more }: SeedanceLimits): Model {
  return {
    kind: 'video',
    credits,
    fields: {
      prompt: text(prompt, 3),
      reference_image_urls: { takes: 'urls', max: pictures },
      first_frame_url: url,
      last_frame_url: url,
      aspect_ratio: choice(...VIDEO_RATIOS),
      resolution: choice(...Object.keys(credits)),
      duration: { takes: 'whole', from: 4, to: seconds, also: -1 },
      generate_audio: flag,
      nsfw_checker: flag,
      ...more,
    },
    required: ['prompt'],
    references: 'reference_image_urls',
  }
}

const seedance2 = (credits: Record<string, number>): Model =>
  seedance({ prompt: 20_000, seconds: 15, pictures: 9, credits })

const grokVideo: Model['fields'] = {
  prompt: text(5000),
  duration: { takes: 'whole', from: 6, to: 30 },
  resolution: choice('480p', '720p'),
  mode: choice('fun', 'normal', 'spicy'),
}

const background = choice('transparent', 'opaque', 'auto')

/** One of the reported shapes of these ids; no key has confirmed them. */
const gptImage26 = (kind: 'text' | 'image', sizes = IMAGE_SIZES): Model =>
  gptImage(kind, { background, output_format: choice('png', 'gif') }, sizes)

/** Only the 63 credits of Seedance 2.5 were measured among the videos; the rest is of the right order. */
export const models: Record<string, Model> = {
  'bytedance/seedance-2': seedance2({ '480p': 19, '720p': 41, '1080p': 102, '4k': 205 }),
  'bytedance/seedance-2-fast': seedance2({ '480p': 15.5, '720p': 33 }),
  'bytedance/seedance-2-mini': seedance2({ '480p': 10, '720p': 20 }),
  'bytedance/seedance-2-5': seedance({
    prompt: 30_000,
    seconds: 30,
    pictures: 30,
    credits: { '480p': 29, '720p': 63, '1080p': 142 },
    more: { output_format: choice('mp4') },
  }),
  'grok-imagine/text-to-image': {
    kind: 'image',
    fields: { prompt: text(5000), aspect_ratio: choice(...GROK_RATIOS) },
    required: ['prompt'],
    credits: { '1K': 4 },
    files: 2,
  },
  'grok-imagine/text-to-video': {
    kind: 'video',
    fields: { ...grokVideo, aspect_ratio: choice(...GROK_RATIOS) },
    required: ['prompt'],
    credits: { '480p': 1.6, '720p': 3 },
  },
  'grok-imagine/image-to-video': {
    kind: 'video',
    fields: {
      ...grokVideo,
      image_urls: { takes: 'urls', min: 1, max: 7, ending: /\.(?:jpe?g|png|webp)$/i },
      task_id: text(64),
      index: { takes: 'whole', from: 0, to: 5 },
    },
    required: [],
    references: 'image_urls',
    credits: { '480p': 1.6, '720p': 3 },
  },
  'gpt-image-2-text-to-image': gptImage('text'),
  'gpt-image-2-image-to-image': gptImage('image'),
  'gpt-image-2-5-flare-text-to-image': gptImage('text', { background }),
  'gpt-image-2-5-flare-image-to-image': gptImage('image', { background }),
  'gpt-image-2-5-sunburst-text-to-image': gptImage('text', { background }),
  'gpt-image-2-5-sunburst-image-to-image': gptImage('image', { background }),
  'gpt-image-2-6-economy-text-to-image': gptImage26('text', ['1K']),
  'gpt-image-2-6-economy-image-to-image': gptImage26('image', ['1K']),
  'gpt-image-2-6-flare-text-to-image': gptImage26('text'),
  'gpt-image-2-6-flare-image-to-image': gptImage26('image'),
  'gpt-image-2-6-sunburst-text-to-image': gptImage26('text'),
  'gpt-image-2-6-sunburst-image-to-image': gptImage26('image'),
  'nano-banana-2': {
    kind: 'image',
    fields: {
      prompt: text(20_000),
      image_input: { takes: 'urls', max: 14 },
      aspect_ratio: choice(...IMAGE_RATIOS),
      resolution: choice(...IMAGE_SIZES),
      output_format: choice('png', 'jpg'),
    },
    required: ['prompt'],
    references: 'image_input',
    credits: { '1K': 8, '2K': 12, '4K': 18 },
  },
}
