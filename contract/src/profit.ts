import { z } from 'zod'

/** What is left of the revenue, over the rows that say it. */
export const Profit = z
  .object({
    margin: z.number().describe('What is left of `revenue` after the cost of the goods'),
    profit: z.number().describe('`margin` less `spend`'),
    poas: z.number().nullable().describe('Margin by spend: from 1 the ad earns money; null without spend'),
    breakEvenRoas: z
      .number()
      .nullable()
      .describe('The ROAS from which it earns money: revenue by margin; null without any margin'),
    revenue: z.number().describe('The revenue of the rows with a margin'),
    spend: z.number().describe('The spend of the rows with a margin'),
  })
  .meta({ id: 'Profit' })

export type Profit = z.infer<typeof Profit>
