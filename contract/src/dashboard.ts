import { z } from 'zod'
import { idSchema } from './ids.ts'
import { mediaStatuses } from './media.ts'

export const ChangesQuery = z.object({
  since: z.string().optional().meta({ description: '`cursor` of the last response' }),
})

/** Where a media stands. Its details are read by its id. */
export const Change = z
  .object({
    id: idSchema('media'),
    status: z.enum(mediaStatuses),
    progress: z.int().min(0).max(100).nullable(),
    removed: z.boolean().meta({ description: 'The file was removed by the retention rule' }),
    erased: z.boolean(),
  })
  .meta({ id: 'Change' })

export type Change = z.infer<typeof Change>

export const ChangesAnswer = z.object({
  changes: z.array(Change).meta({ description: 'The newest change last; an id may be sent again' }),
  cursor: z.string().meta({ description: 'Send it as `since` next time' }),
  reload: z.boolean().meta({ description: 'true: too much changed since then; read the lists again' }),
})
