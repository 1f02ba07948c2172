import { z } from 'zod'
import { imageSizes, orientations, resolutions } from './submit-bodies.ts'

const kind = z.enum(['image', 'video'])

export const ModelCapabilities = z
  .object({
    sizes: z.array(z.enum(imageSizes)).describe('The aspect ratios of its images'),
    nMax: z.int().meta({ description: 'The most files of one submit' }),
    referencesMax: z.int().describe('The most references of one submit'),
    mask: z.boolean().meta({ description: 'It takes maskUrl' }),
    orientations: z.array(z.enum(orientations)).describe('The orientations of its videos'),
    durationsSeconds: z.array(z.int()).describe('The lengths of its videos'),
    resolutions: z.array(z.enum(resolutions)).describe('The resolutions of its videos'),
  })
  .meta({
    id: 'ModelCapabilities',
    description: 'What the model makes; the lists of a kind that it does not make are empty',
  })

export type ModelCapabilities = z.infer<typeof ModelCapabilities>

export const Model = z
  .object({
    id: z.string().meta({ example: 'simulator/ok' }).describe('The value for `model` in a submit'),
    description: z.string().describe('What it is, in a sentence'),
    kinds: z.array(kind).describe('Whether it makes images, videos or both'),
    isDefault: z.boolean().meta({ description: 'It is the default of a kind' }),
    defaultFor: z
      .array(kind)
      .meta({ description: 'The kinds for which it is used when a submit names none' }),
    capabilities: ModelCapabilities,
  })
  .meta({ id: 'Model' })

export const ModelList = z.object({
  models: z.array(Model).describe('The models that this service can use now'),
})
