import { invalid } from './api-error.ts'
import { type ModelFeatures, readFeatures } from './model-features.ts'
import {
  type Fields,
  needText,
  readChoice,
  readFlag,
  readText,
  readWhole,
  refuseUnknown,
} from './read-fields.ts'
import { readSize } from './read-size.ts'

/** What both routes ask for, with the defaults of the provider filled in. */
export interface ImageOrder {
  model: string
  prompt: string
  n: number
  width: number
  height: number
  quality: string
  background: string
  format: string
  complexity: string
  isStreamed: boolean
  partialImages: number
}

const PROMPT_CHARACTERS_MAX = 32_000
const IMAGES_MAX = 10
const COMPLEXITIES = ['low', 'medium', 'high']
const SHARED = [
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'background',
  'output_format',
  'output_compression',
]
const RARE = ['complexity', 'stream', 'partial_images', 'user', 'safety_identifier']
const FIELDS = {
  generation: [...SHARED, ...RARE, 'moderation'],
  edit: [...SHARED, ...RARE, 'input_fidelity'],
}

/** Refuses whatever the provider would refuse, and unknown fields too: a mistyped one must be noticed. */
export function readOrder(
  fields: Fields,
  route: 'generation' | 'edit',
  models: readonly string[],
): ImageOrder {
  refuseUnknown(fields, FIELDS[route])
  // The default of a left-out model is not known, and an adapter must not depend on it.
  const model = needText(fields, 'model', 1000)
  readChoice(fields, 'model', models)
  const features = readFeatures(model)
  const prompt = needText(fields, 'prompt', PROMPT_CHARACTERS_MAX)
  const quality = readChoice(fields, 'quality', features.qualities) ?? 'auto'
  readChoice(fields, 'moderation', ['auto', 'low'])
  readText(fields, 'user', 512)
  readText(fields, 'safety_identifier', 512)
  refuseFidelity(fields, model)
  const isStreamed = readFlag(fields, 'stream') ?? false
  const partialImages = readWhole(fields, 'partial_images', 0, 3) ?? 0
  if (partialImages > 0 && !isStreamed)
    throw invalid('partial_images', 'invalid_value', "'partial_images' needs 'stream'.")
  return {
    model,
    prompt,
    n: readWhole(fields, 'n', 1, IMAGES_MAX) ?? 1,
    ...readSize(readText(fields, 'size', 100) ?? 'auto'),
    quality: quality === 'auto' ? 'medium' : quality,
    ...readOutput(fields, features),
    complexity: readComplexity(fields, model, features),
    isStreamed,
    partialImages,
  }
}

function readOutput(fields: Fields, { formats }: ModelFeatures): { format: string; background: string } {
  const format = readChoice(fields, 'output_format', formats) ?? 'png'
  const background = readChoice(fields, 'background', ['transparent', 'opaque', 'auto']) ?? 'auto'
  if (background === 'transparent' && !['png', 'webp'].includes(format))
    throw invalid('background', 'invalid_value', `A transparent background is not possible with ${format}.`)
  const compression = readWhole(fields, 'output_compression', 0, 100)
  if (compression !== undefined && compression !== 100 && !['jpeg', 'webp'].includes(format))
    throw invalid('output_compression', 'invalid_value', `Compression is not possible with ${format}.`)
  return { format, background: background === 'auto' ? 'opaque' : background }
}

function readComplexity(fields: Fields, model: string, { takesComplexity }: ModelFeatures): string {
  const complexity = readChoice(fields, 'complexity', COMPLEXITIES)
  if (complexity !== undefined && !takesComplexity) throw unsupported('complexity', model)
  return complexity ?? 'high'
}

/** None of today's models takes it. */
function refuseFidelity(fields: Fields, model: string): void {
  if (readChoice(fields, 'input_fidelity', ['high', 'low']) !== undefined)
    throw unsupported('input_fidelity', model)
}

export const unsupported = (name: string, model: string) =>
  invalid(name, 'unsupported_parameter', `'${name}' is not supported with the model '${model}'.`)
