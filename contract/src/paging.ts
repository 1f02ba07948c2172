import { z } from 'zod'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from './limits.ts'
import { outOfRange } from './text.ts'

export const pageLimit = (defaultLimit: number) =>
  z
    .string()
    .regex(/^[0-9]{1,3}$/, outOfRange(1, PAGE_LIMIT_MAX))
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= PAGE_LIMIT_MAX, outOfRange(1, PAGE_LIMIT_MAX))
    .default(defaultLimit)
    .meta({ documentedAs: { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX, default: defaultLimit } })
    .describe('The most rows of one page')

export const cursor = z.string().optional().meta({ description: '`nextCursor` of the previous page' })

export const nextCursor = z.string().nullable().meta({ description: 'null on the last page' })

/** The query of a list without filters. */
export const PageQuery = z.object({ limit: pageLimit(PAGE_LIMIT_DEFAULT), cursor })

export type PageQuery = z.infer<typeof PageQuery>
