import { z } from 'zod'

/** Something that a caller may want to change, although the order is allowed. */
export const Warning = z.object({
  code: z.string().meta({ description: '`product_without_photos` or `similar_to_loser`' }),
  message: z.string().describe('What may be wrong, and what to do'),
  refId: z.string().nullable().meta({ description: 'The product, or the media whose results were poor' }),
})

export type Warning = z.infer<typeof Warning>
