import { z } from 'zod'
import { PARTS_PER_ROW, PLATFORM_ID_CHARACTERS } from './limits.ts'
import { text } from './text.ts'

/** What the platform divides results by. Every dimension divides the same total, so parts are never added. */
export const dimensions = ['placement', 'country', 'age', 'device'] as const
export type Dimension = (typeof dimensions)[number]

const partOf = (whole: () => z.ZodType<number>, sum: () => z.ZodType<number>) => ({
  by: z.enum(dimensions).describe('What the total is divided by'),
  value: text(1, PLATFORM_ID_CHARACTERS).describe(
    'Which part: a country, an age range, a placement, a device',
  ),
  spend: sum().meta({ description: 'Money spent on this part' }),
  impressions: whole().meta({ description: 'How often it was shown in this part' }),
  clicks: whole().meta({ description: 'Clicks in this part; at most its impressions' }),
  conversions: sum().meta({ description: 'Conversions in this part' }),
  revenue: sum().meta({ description: 'Money that these conversions brought' }),
})

/** The parts of a row, of any number of dimensions. */
export const breakdownsField = (whole: () => z.ZodType<number>, sum: () => z.ZodType<number>) =>
  z
    .array(
      z.object(partOf(whole, sum)).refine((part) => part.clicks <= part.impressions, {
        error: 'must not be more than impressions',
        path: ['clicks'],
      }),
    )
    .max(PARTS_PER_ROW)
    .optional()
    .describe('The same day divided by placement, country, age or device; never added to the totals')

const sumNames = ['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const
type Sums = { [Name in (typeof sumNames)[number]]: number }
type Part = Sums & { by: Dimension; value: string }
type Divided = Sums & { breakdowns?: Part[] | undefined }

/** Parts are rounded one by one, so their sum may be a little above the total. */
const ROUNDING = 0.01

/** Refuses a part that is there twice, and parts that are more than the whole. */
export const possibleBreakdowns = () =>
  z.check<Divided>(({ value: row, issues }) => {
    const { breakdowns = [] } = row
    const addIssue = (at: number, name: string, message: string) =>
      issues.push({ code: 'custom', input: row, path: ['breakdowns', at, name], message })
    const seen = new Set<string>()
    const totals = new Map<string, number>()
    for (const [at, part] of breakdowns.entries()) {
      const key = `${part.by} ${part.value}`
      if (seen.has(key)) addIssue(at, 'value', 'must not be there twice')
      seen.add(key)
      for (const name of sumNames) {
        const total = (totals.get(`${part.by} ${name}`) ?? 0) + part[name]
        totals.set(`${part.by} ${name}`, total)
        if (total > row[name] * (1 + ROUNDING) + ROUNDING)
          addIssue(at, name, `must not add up to more than ${name} of the row`)
      }
    }
  })

/** A part of the results of an ad, over a period. */
export const Breakdown = z
  .object({
    by: z.enum(dimensions).describe('What the totals are divided by'),
    value: z.string().describe('Which part'),
    spend: z.number().describe('The sum over the period'),
    impressions: z.number().describe('The sum over the period'),
    clicks: z.number().describe('The sum over the period'),
    conversions: z.number().describe('The sum over the period'),
    revenue: z.number().describe('The sum over the period'),
    ctr: z.number().nullable().describe('Clicks by impressions; null without impressions'),
    cpa: z.number().nullable().describe('Spend by conversions; null without conversions'),
    roas: z.number().nullable().describe('Revenue by spend; null without spend'),
  })
  .meta({ id: 'Breakdown' })

export type Breakdown = z.infer<typeof Breakdown>
