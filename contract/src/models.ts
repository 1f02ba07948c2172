import { z } from 'zod'

export const Model = z
  .object({
    id: z.string().meta({ example: 'simulator/ok' }),
    description: z.string(),
    kinds: z.array(z.enum(['image', 'video'])),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Model' })

export const ModelList = z.object({ models: z.array(Model) })
