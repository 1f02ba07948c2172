import type { Field } from './fields.ts'

export interface Model {
  kind: 'image' | 'video'
  fields: Record<string, Field>
  /** The field that holds the number of files. */
  countField?: string
  /** What one billable unit costs. */
  unitMicroUsd: number
  unit: string
  /** What a request costs in all. */
  priceMicroUsd(input: Record<string, unknown>): number
}

const text = (max: number): Field => ({ is: 'text', min: 1, max, isRequired: true })
const choice = (...of: (string | number)[]): Field => ({ is: 'choice', of })
const flag: Field = { is: 'flag' }
const references = (max: number): Field => ({ is: 'addresses', min: 1, max, isRequired: true })
const seconds = (low: number, high: number): string[] =>
  Array.from({ length: high - low + 1 }, (_, index) => String(low + index))

const qualities = { low: 6_000, medium: 21_000, auto: 53_000, high: 53_000, xhigh: 90_000, max: 160_000 }
/** Of gpt-image-2, square and not. */
const olderQualities = { low: [10, 10], medium: [60, 50], high: [220, 170], auto: [220, 170] } as const

/** High is what the provider takes when nothing is said, and what "auto" becomes. */
const qualityOf = <T>(table: Record<string, T>, { quality }: Record<string, unknown>, usual: T): T =>
  table[typeof quality === 'string' ? quality : 'high'] ?? usual

const countOf = ({ num_images: n }: Record<string, unknown>): number => (typeof n === 'number' ? n : 1)

const image: Omit<Model, 'fields' | 'priceMicroUsd'> = {
  kind: 'image',
  countField: 'num_images',
  unitMicroUsd: 1_000,
  unit: 'units',
}

const picture: Record<string, Field> = {
  prompt: text(32_000),
  image_size: { is: 'size' },
  quality: choice('auto', 'low', 'medium', 'high', 'xhigh', 'max'),
  num_images: { is: 'whole', min: 1, max: 10 },
  output_format: choice('png', 'jpeg', 'webp'),
  background: choice('auto', 'transparent', 'opaque'),
}
const edit: Record<string, Field> = { ...picture, image_urls: references(16), mask_url: { is: 'address' } }

const newer = (fields: Record<string, Field>): Model => ({
  ...image,
  fields,
  priceMicroUsd: (input) => qualityOf(qualities, input, 53_000) * countOf(input),
})

const older = (fields: Record<string, Field>): Model => ({
  ...image,
  fields: { ...fields, quality: choice('auto', 'low', 'medium', 'high') },
  priceMicroUsd: (input) => {
    const [square, other] = qualityOf<readonly number[]>(olderQualities, input, olderQualities.high)
    const size = input.image_size as { width?: number; height?: number } | undefined
    const isSquare = typeof size !== 'object' || size.width === size.height
    return ((isSquare ? square : other) ?? 0) * 1_000 * countOf(input)
  },
})

const banana = (fields: Record<string, Field>): Model => ({
  ...image,
  unitMicroUsd: 80_000,
  unit: 'images',
  fields: {
    prompt: text(50_000),
    aspect_ratio: choice('auto', '21:9', '16:9', '3:2', '4:3', '5:4', '1:1', '4:5', '3:4', '2:3', '9:16'),
    num_images: { is: 'whole', min: 1, max: 4 },
    resolution: choice('0.5K', '1K', '2K', '4K'),
    output_format: choice('png', 'jpeg', 'webp'),
    ...fields,
  },
  priceMicroUsd: (input) => 80_000 * countOf(input),
})

interface VideoPrice {
  unitMicroUsd: number
  /** Each second, by resolution. */
  perSecond: Record<string, number>
  usualSeconds: number
}

const video = (
  fields: Record<string, Field>,
  { unitMicroUsd, perSecond, usualSeconds }: VideoPrice,
): Model => ({
  kind: 'video',
  unit: 'seconds',
  unitMicroUsd,
  fields: { prompt: text(15_000), ...fields },
  priceMicroUsd: (input) => {
    const price = perSecond[String(input.resolution ?? '720p')] ?? perSecond['720p'] ?? unitMicroUsd
    return Math.round(price * secondsOf(input, usualSeconds))
  },
})

/** Three spellings on one platform: 15, "15" and "8s". */
export function secondsOf({ duration }: Record<string, unknown>, usual: number): number {
  const parsed = typeof duration === 'number' ? duration : Number.parseInt(String(duration), 10)
  return Number.isFinite(parsed) ? parsed : usual
}

const seedancePrice = {
  unitMicroUsd: 221_000,
  perSecond: { '480p': 221_000, '720p': 473_000 },
  usualSeconds: 5,
}
const seedance = {
  resolution: choice('480p', '720p'),
  duration: choice('auto', ...seconds(4, 30)),
  aspect_ratio: choice('auto', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16'),
  generate_audio: flag,
}
const grokPrice = { unitMicroUsd: 50_000, perSecond: { '480p': 50_000, '720p': 70_000 }, usualSeconds: 6 }
const grok: Record<string, Field> = {
  resolution: choice('480p', '720p'),
  duration: { is: 'whole', min: 1, max: 15 },
  aspect_ratio: choice('16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'),
}
const veoPrice = { unitMicroUsd: 400_000, perSecond: { '720p': 400_000 }, usualSeconds: 8 }
const oneImage: Field = { is: 'address', isRequired: true }
const seed: Field = { is: 'whole', min: 0, max: 2 ** 32 - 1 }

/** Prices without a published source are only plausible. */
export const models: Readonly<Record<string, Model>> = {
  'openai/gpt-image-2.5/flare/text-to-image': newer(picture),
  'openai/gpt-image-2.5/flare/edit': newer(edit),
  'openai/gpt-image-2.5/sunburst/text-to-image': newer(picture),
  'openai/gpt-image-2.5/sunburst/edit': newer(edit),
  'openai/gpt-image-2': older(picture),
  'openai/gpt-image-2/edit': older(edit),
  'fal-ai/nano-banana-2': banana({}),
  'fal-ai/nano-banana-2/edit': banana({ image_urls: references(14) }),
  'bytedance/seedance-2.5/text-to-video': video(seedance, seedancePrice),
  'bytedance/seedance-2.5/image-to-video': video({ ...seedance, image_url: oneImage }, seedancePrice),
  'bytedance/seedance-2.5/reference-to-video': video(
    { ...seedance, image_urls: references(30), seed },
    seedancePrice,
  ),
  'xai/grok-imagine-video/text-to-video': video(grok, grokPrice),
  'xai/grok-imagine-video/image-to-video': video({ ...grok, image_url: oneImage }, grokPrice),
  'xai/grok-imagine-video/reference-to-video': video(
    { ...grok, reference_image_urls: references(7) },
    grokPrice,
  ),
  'fal-ai/veo3.1/reference-to-video': video(
    { image_urls: references(3), duration: choice('8s'), aspect_ratio: choice('16:9', '9:16') },
    veoPrice,
  ),
}

/** The parts of a model that its addresses show: owner and app, without the path. */
export function appOf(model: string): string {
  return model.split('/').slice(0, 2).join('/')
}

export function isApp(app: string): boolean {
  return Object.keys(models).some((model) => appOf(model) === app)
}
