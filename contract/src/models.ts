import { z } from 'zod'
import { imageSizes, orientations, resolutions } from './submit-bodies.ts'

const kind = z.enum(['image', 'video'])

export const ModelCapabilities = z
  .object({
    sizes: z.array(z.enum(imageSizes)),
    nMax: z.int().meta({ description: 'The most files of one submit' }),
    referencesMax: z.int(),
    mask: z.boolean().meta({ description: 'It takes maskUrl' }),
    orientations: z.array(z.enum(orientations)),
    durationsSeconds: z.array(z.int()),
    resolutions: z.array(z.enum(resolutions)),
  })
  .meta({
    id: 'ModelCapabilities',
    description: 'What the model makes; the lists of a kind that it does not make are empty',
  })

export type ModelCapabilities = z.infer<typeof ModelCapabilities>

export const Model = z
  .object({
    id: z.string().meta({ example: 'simulator/ok' }),
    description: z.string(),
    kinds: z.array(kind),
    isDefault: z.boolean().meta({ description: 'It is the default of a kind' }),
    defaultFor: z
      .array(kind)
      .meta({ description: 'The kinds for which it is used when a submit names none' }),
    capabilities: ModelCapabilities,
  })
  .meta({ id: 'Model' })

export const ModelList = z.object({ models: z.array(Model) })
