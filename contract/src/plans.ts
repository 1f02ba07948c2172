import { z } from 'zod'
import { conclusionAge } from './history.ts'
import { idRef, idSchema } from './ids.ts'
import { ACTIVE_ADS_MAX, CELLS_PER_PLAN, TARGET_ADS_DEFAULT, TARGET_ADS_MAX } from './limits.ts'
import { orientations } from './submit-bodies.ts'
import { message, outOfRange } from './text.ts'

export const cellStates = ['untested', 'winning', 'tired', 'losing', 'open'] as const
export type CellState = (typeof cellStates)[number]

const cell = {
  cepId: idSchema('cep'),
  characterId: idSchema('character').nullable(),
  mediaType: z.enum(['IMAGE', 'VIDEO']),
  orientation: z.enum(orientations),
}

export const Cell = z
  .object({
    ...cell,
    state: z.enum(cellStates),
    estimate: z.number().nullable(),
    probabilityBetter: z.number().min(0).max(1).nullable(),
    ads: z.int(),
  })
  .meta({ id: 'Cell' })

export type Cell = z.infer<typeof Cell>

export const Plan = z
  .object({
    need: z.int().min(0),
    cells: z.array(Cell).max(CELLS_PER_PLAN),
    make: z.array(z.object({ ...cell, count: z.int().min(1), reason: z.string() })),
  })
  .meta({ id: 'Plan' })

export type Plan = z.infer<typeof Plan>

const countInQuery = (max: number, defaultValue: number) =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, outOfRange(0, max))
    .transform(Number)
    .refine((value) => value <= max, outOfRange(0, max))
    .default(defaultValue)
    .meta({ documentedAs: { type: 'integer', minimum: 0, maximum: max, default: defaultValue } })

export const PlanQuery = z.object({
  productId: idRef('product'),
  active: countInQuery(ACTIVE_ADS_MAX, 0).describe('Number of ads that run now'),
  target: countInQuery(TARGET_ADS_MAX, TARGET_ADS_DEFAULT).describe('Number of ads that should run'),
})

export type PlanQuery = z.infer<typeof PlanQuery>

export const PlanAnswer = z.object({ plan: Plan, message, ...conclusionAge })

export type PlanAnswer = z.infer<typeof PlanAnswer>
